import { type Draw, drawFrom, oneOf } from '@tallyboard/arbitraries';
import type { BlockCoverage } from './block-coverage.test-kit.js';

/** How far an input came before something said no; the later includes the earlier. */
export const depths = ['nothing', 'codec', 'rules', 'figures'] as const;
export type Depth = (typeof depths)[number];

/** What became of an input. */
export interface Outcome {
  readonly depth: Depth;
  /** Inputs of the same name met the same end. */
  readonly name: string;
}

/** One input to be tried, and whether it is a sound one with something changed in its structure. */
export interface Drawn<Input> {
  readonly input: Input;
  readonly isStructured: boolean;
}

/** Something that takes inputs from strangers. */
export interface Target<Input> {
  /** Its part of all inputs. */
  readonly share: number;
  /** Draws an input, from nothing or from one of those kept for having found something new. */
  readonly draw: (draw: Draw, kept: readonly Input[]) => Drawn<Input>;
  /** Throws when what comes back is not what may come back. */
  readonly run: (input: Input) => Outcome | Promise<Outcome>;
  /** Inputs with less in them, to make a find small. */
  readonly smaller: (input: Input) => Iterable<Input>;
  /** A find as it is printed and kept. */
  readonly print: (input: Input) => string;
}

type NamedTarget<Input> = Target<Input> & { readonly name: string };

/** What a target was given, and what it made of that. */
export interface Tally {
  readonly name: string;
  inputs: number;
  structured: number;
  readonly reached: Record<Depth, number>;
  readonly outcomes: Map<string, number>;
  /** Inputs kept since they ended as none before, or ran code that none had run before. */
  kept: number;
  slowestMs: number;
}

const newTally = (name: string): Tally => ({
  name,
  inputs: 0,
  structured: 0,
  reached: { nothing: 0, codec: 0, rules: 0, figures: 0 },
  outcomes: new Map(),
  kept: 0,
  slowestMs: 0,
});

/** An input may take this long on a busy machine; what hangs takes longer. */
const msMax = 5_000;
const batchSize = 500;
const keptMax = 5_000;
/** Inputs that follow coverage: soon there is little left to find, and the rest grows from what was. */
const followedMax = 3_000;

const failureOf = async <Input>(target: Target<Input>, input: Input): Promise<unknown> => {
  try {
    await target.run(input);
    return null;
  } catch (error) {
    return error;
  }
};

/** The smallest input that still fails, as far as taking parts away one after the other leads. */
export const minimised = async <Input>(
  { smaller }: Target<Input>,
  input: Input,
  isFound: (input: Input) => Promise<boolean>,
): Promise<Input> => {
  let least = input;
  for (let tries = 0, isSmaller = true; isSmaller && tries < 2_000; ) {
    isSmaller = false;
    for (const candidate of smaller(least)) {
      tries += 1;
      if (await isFound(candidate)) {
        least = candidate;
        isSmaller = true;
        break;
      }
    }
  }
  return least;
};

const failWith = async <Input>(target: NamedTarget<Input>, input: Input, seed: number) => {
  const least = await minimised(
    target,
    input,
    async (candidate) => (await failureOf(target, candidate)) !== null,
  );
  const error = (await failureOf(target, least)) ?? (await failureOf(target, input));
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  throw new Error(`${target.name}, seed ${seed}: ${target.print(least)}\n${reason}`);
};

/**
 * Tries `count` inputs on a target. With `follow` those that run new code are kept, like those that
 * end in a new way; later inputs are drawn from them.
 */
export const fuzz = async <Input>(
  target: NamedTarget<Input>,
  count: number,
  seed: number,
  follow: (() => Promise<BlockCoverage>) | null,
  onKept: (input: Input, outcome: Outcome) => void = () => undefined,
): Promise<Tally> => {
  let coverage = follow === null ? null : await follow();
  const draw = drawFrom(seed);
  const kept: Input[] = [];
  const tally = newTally(target.name);
  const { reached } = tally;
  const keep = (input: Input, outcome: Outcome): void => {
    tally.kept += 1;
    if (kept.length < keptMax) kept.push(input);
    else kept[draw(keptMax)] = input;
    onKept(input, outcome);
  };
  const tryOne = async ({ input, isStructured }: Drawn<Input>): Promise<void> => {
    // Of the processor: other work of the machine must not count.
    const start = process.cpuUsage();
    let outcome: Outcome;
    try {
      outcome = await target.run(input);
    } catch {
      return failWith(target, input, seed);
    }
    const { user, system } = process.cpuUsage(start);
    const ms = (user + system) / 1_000;
    if (ms > msMax) throw new Error(`${target.name} took ${ms} ms for ${target.print(input)}`);
    tally.slowestMs = Math.max(tally.slowestMs, ms);
    tally.inputs += 1;
    if (isStructured) tally.structured += 1;
    reached[outcome.depth] += 1;
    const seen = tally.outcomes.get(outcome.name) ?? 0;
    tally.outcomes.set(outcome.name, seen + 1);
    if (seen === 0) keep(input, outcome);
  };
  while (tally.inputs < count) {
    const size = Math.min(batchSize, count - tally.inputs);
    const batch = Array.from({ length: size }, () => target.draw(draw, kept));
    for (const drawn of batch) await tryOne(drawn);
    // Looking costs more than a thousand inputs do: a batch first, and one by one where it found code.
    if (tally.inputs >= followedMax) {
      await coverage?.stop();
      coverage = null;
    }
    if (coverage === null || (await coverage.newBlocks()).length === 0) continue;
    for (const { input } of batch) {
      const outcome = await target.run(input);
      if ((await coverage.claimed()) > 0) keep(input, outcome);
    }
  }
  await coverage?.stop();
  return tally;
};

const percent = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(0)} %`;

const thousands = (count: number): string => count.toLocaleString('en');

/** A tally in one line. */
export const lineOf = ({ name, inputs, structured, reached, ...tally }: Tally): string => {
  const figures = reached.figures;
  const rules = figures + reached.rules;
  const codec = rules + reached.codec;
  return [
    `${name}: ${thousands(inputs)} inputs, ${percent(structured, inputs)} structure-aware`,
    `reached codec ${percent(codec, inputs)}, rules ${percent(rules, inputs)}, figures ${percent(figures, inputs)}`,
    `${thousands(tally.outcomes.size)} distinct outcomes, ${thousands(tally.kept)} inputs kept`,
    `slowest ${tally.slowestMs.toFixed(0)} ms`,
  ].join('; ');
};

/** The tallies of several targets as one. */
export const sumOf = (tallies: readonly Tally[]): Tally => {
  const sum = newTally('all');
  for (const tally of tallies) {
    sum.inputs += tally.inputs;
    sum.structured += tally.structured;
    for (const depth of depths) sum.reached[depth] += tally.reached[depth];
    for (const [name, count] of tally.outcomes) sum.outcomes.set(`${tally.name} ${name}`, count);
    sum.kept += tally.kept;
    sum.slowestMs = Math.max(sum.slowestMs, tally.slowestMs);
  }
  return sum;
};

/** One of the kept inputs now and then, else one of the pool. */
export const baseOf = <Input>(draw: Draw, pool: readonly Input[], kept: readonly Input[]): Input =>
  kept.length > 0 && draw(6) === 0 ? oneOf(draw, kept) : oneOf(draw, pool);
