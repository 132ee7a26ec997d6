/** The variables of one `:root` block. */
const variablesOf = (block: string): ReadonlyMap<string, string> =>
  new Map(
    [...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );

/** The explorer's colours for the site: each once, for light and dark, so that the reader can choose. */
export const coloursOf = (css: string): string => {
  const [light = '', dark = ''] = [...css.matchAll(/:root \{([^}]*)\}/g)].map(
    ([, block]) => block ?? '',
  );
  const inDark = variablesOf(dark);
  const lines = [...variablesOf(light)].map(([name, value]) => {
    const other = inDark.get(name);
    return `  --${name}: ${other === undefined ? value : `light-dark(${value}, ${other})`};`;
  });
  return `:root {\n  color-scheme: light dark;\n${lines.join('\n')}\n}\n`;
};
