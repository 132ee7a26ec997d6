import { Argument, Command, type Option } from 'commander';
import { completionScripts } from '../completion/scripts.js';
import type { Terminal } from '../terminal.js';

const shells = Object.keys(completionScripts) as readonly (keyof typeof completionScripts)[];

const help = `
Example, a line for the start file of the shell:
  bash  eval "$(tallyboard completion bash)"    ~/.bashrc
  zsh   source <(tallyboard completion zsh)     ~/.zshrc, after compinit
  fish  tallyboard completion fish | source     ~/.config/fish/config.fish`;

const optionOf = ({ long, description, required, optional }: Option) => ({
  flag: long ?? '',
  says: description,
  takesValue: required || optional,
});

/** `tallyboard completion`: what completes command lines in a shell. */
export const completionCommand = (terminal: Terminal): Command =>
  new Command('completion')
    .description('print a script that completes command lines in bash, zsh or fish')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText('after', help)
    .action((shell: keyof typeof completionScripts, _flags: object, own: Command) => {
      const verbs = (own.parent?.commands ?? []).map((command) => ({
        name: command.name(),
        says: command.description(),
        options: command.options.map(optionOf),
        verbs: command.commands.map((inner) => ({
          name: inner.name(),
          says: inner.description(),
          options: inner.options.map(optionOf),
          verbs: [],
        })),
      }));
      terminal.stdout.write(completionScripts[shell](verbs));
    });
