const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** True if a text is a UUID in lower case. Apart from other rules of text: the CLI needs it without them. */
export const isUuid = (text: string): boolean => UUID.test(text);
