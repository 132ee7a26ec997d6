import { InvalidArgumentError } from 'commander';

/** What a setting looks like in a file of settings: a number, a text, or a list of texts. */
export type SettingForm = 'number' | 'text' | 'list';

/** One setting that the operator may choose: by flag, by environment variable, or in a file. */
export interface Setting<Value> {
  /** As Commander has it, such as `--port <N>`. */
  readonly flag: string;
  readonly says: string;
  readonly form: SettingForm;
  /** What stands between the texts of a list in one text; a flag without it is given several texts. */
  readonly between?: string;
  /** Reads a text, or each text of a list; throws `InvalidArgumentError` that says what is expected. */
  readonly read: (text: string) => unknown;
  /** The default. */
  readonly otherwise: Value;
  /** Whether it is a secret. */
  readonly secret?: true;
}

/** Settings by the name that they have in a file: their flag in camel case. */
export type Settings = Readonly<Record<string, Setting<unknown>>>;

/** The values of settings. */
export type ValuesOf<S extends Settings> = {
  readonly [N in keyof S]: S[N] extends Setting<infer Value> ? Value : never;
};

/** The long name of a flag, such as `--port`. */
export const flagName = ({ flag }: Setting<unknown>): string => flag.split(' ')[0] ?? '';

/** A setting that is a number, or `null` by default. */
export const numberSetting = <const Otherwise extends number | null>(
  flag: string,
  says: string,
  read: (text: string) => number,
  otherwise: Otherwise,
): Setting<number | Otherwise> => ({ flag, says, form: 'number', read, otherwise });

/** A setting that is a text, or what is read from one. */
export const textSetting = <Value, const Otherwise>(
  flag: string,
  says: string,
  read: (text: string) => Value,
  otherwise: Otherwise,
): Setting<Value | Otherwise> => ({ flag, says, form: 'text', read, otherwise });

/** A setting that is a list; `between` separates its texts where they are given as one. */
export const listSetting = <Item>(
  flag: string,
  says: string,
  read: (text: string) => Item,
  between = ',',
): Setting<readonly Item[]> => ({ flag, says, form: 'list', between, read, otherwise: [] });

/** Reads the value of a setting from one text. */
export const readText = ({ form, between = ',', read }: Setting<unknown>, text: string): unknown =>
  form === 'list' ? text.split(between).map((part) => read(part.trim())) : read(text);

const formNames: Readonly<Record<SettingForm, string>> = {
  number: 'a number',
  text: 'a text',
  list: 'a list of texts',
};

const isOf: Readonly<Record<SettingForm, (value: unknown) => boolean>> = {
  number: (value) => typeof value === 'number',
  text: (value) => typeof value === 'string',
  list: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
};

/** Reads the value of a setting from what a file of settings has. */
export const readJson = ({ form, read }: Setting<unknown>, value: unknown): unknown => {
  if (!isOf[form](value)) throw new InvalidArgumentError(`Expected ${formNames[form]}.`);
  return form === 'list' ? (value as readonly string[]).map(read) : read(String(value));
};
