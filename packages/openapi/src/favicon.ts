/** The icon of Tallyboard's pages, as SVG: three tally marks that are columns of a chart. */
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="7" fill="#2f4b8f"/>
  <path d="M9 24v-8M16 24V8M23 24V13" stroke="#fff" stroke-width="4" stroke-linecap="round"/>
</svg>
`;
