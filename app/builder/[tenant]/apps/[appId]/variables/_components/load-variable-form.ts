/** Code of the form, loaded on hover and focus of what opens it. */
export const loadVariableForm = () => import("./variable-form").then((module) => module.VariableForm);
