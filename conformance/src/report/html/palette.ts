import { type Finding, findings } from '../findings.js';

/** Ink on ground of a badge or tile, and the stronger colour of edges and bars. */
type Tone = readonly [ink: string, ground: string, strong: string];
type Theme = Readonly<Record<Finding, Tone>>;

/**
 * Hues that stay apart for the colour-blind, and lightness that grows with urgency: what calls for
 * attention is solid, what is well is pale.
 */
const light: Theme = {
  fail: ['#ffffff', '#b42318', '#b42318'],
  suspect: ['#ffffff', '#6b3fa0', '#6b3fa0'],
  undecided: ['#4d3800', '#f6dc95', '#d9a514'],
  pass: ['#0d5446', '#d9efe8', '#2f9e84'],
  observed: ['#1f4a6e', '#dbe9f5', '#7ba8cf'],
  notApplicable: ['#5d6672', '#eeeff1', '#d3d7dc'],
};

const dark: Theme = {
  fail: ['#1d0503', '#ff8a7a', '#ff8a7a'],
  suspect: ['#16092a', '#c9a5f5', '#c9a5f5'],
  undecided: ['#f7dd94', '#574208', '#d9a514'],
  pass: ['#a5e3d0', '#143c33', '#2f9e84'],
  observed: ['#b5d6f2', '#1c374e', '#4f7fa8'],
  notApplicable: ['#9aa3ae', '#22262b', '#3a4047'],
};

const variables = (theme: Theme): string =>
  findings
    .map((finding) => {
      const [ink, ground, strong] = theme[finding];
      return `  --${finding}-ink: ${ink}; --${finding}-ground: ${ground}; --${finding}: ${strong};`;
    })
    .join('\n');

/** The classes that give a badge, a tile, an edge or a bar the colours of its finding. */
export const tones = findings
  .map(
    (
      finding,
    ) => `.badge.tone-${finding}, .tile.tone-${finding} { color: var(--${finding}-ink); background: var(--${finding}-ground); }
.mark.tone-${finding}, .verdict.tone-${finding} h1 { color: var(--${finding}-text, var(--${finding})); }
.edge-${finding} { border-left-color: var(--${finding}); }
.fill-${finding} { fill: var(--${finding}); }`,
  )
  .join('\n');

/** Colours as variables, light and dark as the reader's system says. */
export const palette = `:root { color-scheme: light dark;
  --paper: #fdfdfc; --raised: #ffffff; --sunken: #f2f3f4; --ink: #1a1d21; --soft: #5d6672; --line: #dfe2e6; --accent: #2c6fb3;
  --undecided-text: #8a6100; --pass-text: #1b7a64; --notApplicable-text: #5d6672; --observed-text: #33648f;
${variables(light)}
}
@media (prefers-color-scheme: dark) {
  :root {
  --paper: #14161a; --raised: #1a1d22; --sunken: #22262c; --ink: #e6e8eb; --soft: #9aa3ae; --line: #31363d; --accent: #6cabe8;
  --undecided-text: #e8bf52; --pass-text: #58c4a8; --notApplicable-text: #9aa3ae; --observed-text: #8fbde4;
${variables(dark)}
  }
}`;
