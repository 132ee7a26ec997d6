/** A flag of a verb. */
export interface CompletedOption {
  /** Such as `--port`. */
  readonly flag: string;
  readonly says: string;
  readonly takesValue: boolean;
}

/** A verb, and the verbs below it. */
export interface CompletedVerb {
  readonly name: string;
  readonly says: string;
  readonly options: readonly CompletedOption[];
  readonly verbs: readonly CompletedVerb[];
}

/** The words that may follow each path of verbs, such as `keys create`; the empty path is the program. */
const wordsByPath = (
  verbs: readonly CompletedVerb[],
  path = '',
): readonly (readonly [string, string])[] => [
  [path.trim(), verbs.map(({ name }) => name).join(' ')],
  ...verbs.flatMap((verb) => {
    const own = `${path} ${verb.name}`;
    const flags = [...verb.options.map(({ flag }) => flag), '--help'].join(' ');
    return verb.verbs.length === 0 ? [[own.trim(), flags] as const] : wordsByPath(verb.verbs, own);
  }),
];

/** After a word that begins no flag, and after a flag, shells complete names of files. */
const bash = (verbs: readonly CompletedVerb[]): string => {
  const cases = wordsByPath(verbs).map(([path, words]) => `    '${path}') words='${words}' ;;`);
  return `# Completes command lines of tallyboard in bash.
_tallyboard() {
  local path='' words='' current="\${COMP_WORDS[COMP_CWORD]}" at
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "\${COMP_WORDS[at]}" in
      -*) break ;;
    esac
    case " ${wordsByPath(verbs)
      .map(([, words]) => words)
      .filter((words) => !words.startsWith('-'))
      .join(' ')} " in
      *" \${COMP_WORDS[at]} "*) path="\${path:+$path }\${COMP_WORDS[at]}" ;;
      *) break ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=()
  if [[ "$current" == -* || "$words" != -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -o default -F _tallyboard tallyboard
`;
};

const zsh = (verbs: readonly CompletedVerb[]): string =>
  `# Completes command lines of tallyboard in zsh.
autoload -U +X bashcompinit && bashcompinit
${bash(verbs).split('\n').slice(1).join('\n')}`;

const quoted = (text: string): string => `'${text.replace(/[\\']/g, (letter) => `\\${letter}`)}'`;

const fishVerb = (verb: CompletedVerb, condition: string): readonly string[] => [
  `complete -c tallyboard -f -n ${quoted(condition)} -a ${verb.name} -d ${quoted(verb.says)}`,
  ...verb.verbs.flatMap((inner) =>
    fishVerb(
      inner,
      `__fish_seen_subcommand_from ${verb.name}; and not __fish_seen_subcommand_from ${verb.verbs.map(({ name }) => name).join(' ')}`,
    ),
  ),
  ...verb.options.map(
    ({ flag, says, takesValue }) =>
      `complete -c tallyboard -n ${quoted(`__fish_seen_subcommand_from ${verb.name}`)} -l ${flag.slice(2)}${takesValue ? ' -r' : ''} -d ${quoted(says)}`,
  ),
];

const fish = (verbs: readonly CompletedVerb[]): string =>
  `# Completes command lines of tallyboard in fish.
${verbs.flatMap((verb) => fishVerb(verb, '__fish_use_subcommand')).join('\n')}
`;

/** A script for each shell, which completes verbs and flags. */
export const completionScripts = { bash, zsh, fish } as const;
