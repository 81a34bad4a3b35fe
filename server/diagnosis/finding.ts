/** What an examination found of one thing that the installation depends on. */
export interface Finding {
  /** `warning` works and will not for ever, or not under load; `fault` does not work now. */
  state: 'well' | 'warning' | 'fault';
  /** One sentence. */
  text: string;
  /** What to do about it; none where it is well. */
  mend?: string;
}

export const well = (text: string): Finding => ({ state: 'well', text });
export const warning = (text: string, mend: string): Finding => ({ state: 'warning', text, mend });
export const fault = (text: string, mend: string): Finding => ({ state: 'fault', text, mend });
