export const id = "{{slug}}";

export function activate(host) {
  host.log(`${id} {{version}} is active`);
}
