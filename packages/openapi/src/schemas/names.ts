/** `memberCount` as the beginning of a schema's name: `MemberCount`. */
export const pascal = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
