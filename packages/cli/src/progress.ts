/** Where progress is shown: a terminal, or a substitute. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  /** How wide a terminal is. */
  readonly columns?: number;
  readonly write: (text: string) => unknown;
}

/** How far some work has come. */
export interface Progress {
  /** The share of the whole that is done, from 0 to 1, and how many things have come so far. */
  readonly report: (share: number, count: number) => void;
  /** Takes the progress away and leaves one closing line, or none. */
  readonly close: (sentence: string | null) => void;
}

/** What is being done. */
export interface ProgressPlan {
  /** Such as `Reading facts`. */
  readonly label: string;
  /** What is counted, such as `facts`. */
  readonly things: string;
  /** Milliseconds on a clock that never goes back. */
  readonly clock?: () => number;
}

const redrawMs = 100;
/** What a terminal is sent to empty its present line. */
const clearLine = '\r\u001B[K';

/** One line of a terminal that is written over and vanishes; nothing where there is no terminal. */
export const statusLine = (stream: ProgressStream) => {
  let isShown = false;
  return {
    show: (text: string): void => {
      // A terminal wraps a longer line, and would empty only the last part of it.
      const shown = Array.from(text).slice(0, stream.columns).join('');
      if (stream.isTTY === true) stream.write(clearLine + shown);
      isShown = stream.isTTY === true;
    },
    clear: (): void => {
      if (isShown) stream.write(clearLine);
      isShown = false;
    },
  };
};

/** A number for a person. */
export const grouped = (count: number): string => count.toLocaleString('en-US');

/** A length of time as `2 h 5 min`, `5 min 10 s` or `10 s`. */
export const formatSeconds = (seconds: number): string => {
  const whole = Math.ceil(seconds);
  const [h, min, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (h > 0) return `${h} h ${min} min`;
  return min > 0 ? `${min} min ${s} s` : `${s} s`;
};

/**
 * Shows progress in one line of a terminal: share done, rate, time left. Where there is no terminal
 * it says nothing but the closing line.
 */
export const startProgress = (
  stream: ProgressStream,
  { label, things, clock = () => performance.now() }: ProgressPlan,
): Progress => {
  const start = clock();
  const line = statusLine(stream);
  let drawnAt = start;
  return {
    report: (share, count) => {
      const now = clock();
      if (now - drawnAt < redrawMs) return;
      drawnAt = now;
      const seconds = (now - start) / 1000;
      const left =
        share <= 0 || share > 1 ? '' : `, ${formatSeconds((seconds * (1 - share)) / share)} left`;
      const percent = Math.floor(Math.min(1, share) * 100);
      line.show(
        `${label}: ${percent} %, ${grouped(Math.round(count / seconds))} ${things}/s${left}`,
      );
    },
    close: (sentence) => {
      line.clear();
      if (sentence !== null) stream.write(`${sentence}\n`);
    },
  };
};
