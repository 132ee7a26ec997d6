/** Where a rule is shown in full; its address stays the same from report to report. */
export const ruleAnchor = (id: string): string => `rule-${id.replace(/[^\w.-]/g, '_')}`;

/** The end of an id, without the section beside it: `R8b` of `4.1-R8b`. */
export const shortId = (id: string, section: string): string =>
  id.startsWith(`${section}-`) ? id.slice(section.length + 1) : id;
