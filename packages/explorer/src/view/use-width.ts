import { useEffect, useRef, useState } from 'preact/hooks';

/** A width to begin with, and for drawings that are not on a screen. */
const widthOtherwise = 1000;

/** The width of an element in whole pixels, and the reference that it wants. */
export const useWidth = () => {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(widthOtherwise);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const measure = (): void => setWidth(Math.max(240, Math.floor(element.clientWidth)));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return [width, ref] as const;
};
