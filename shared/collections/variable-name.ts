/** The name of a variable, between the braces of `{{name}}`. */
export const VARIABLE_NAME = /^[A-Za-z][\w.-]*$/;
