/** Microseconds, of which the CPU's are told. */
export const micros = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} µs`;
export const millis = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en-US')}/s`;
export const kilobytes = (value: number): string => `${(value / 1_000).toFixed(1)} kB`;
