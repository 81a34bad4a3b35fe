const MINUTE_MS = 60_000;

/** Calls back whenever another whole minute has passed since an instant. @returns ends it */
export function eachMinuteAfter(at: Date, callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const intoMinute = (Date.now() - at.getTime()) % MINUTE_MS;
    timer = setTimeout(() => {
      wait();
      callback();
    }, MINUTE_MS - intoMinute);
  };
  wait();
  return () => clearTimeout(timer);
}
