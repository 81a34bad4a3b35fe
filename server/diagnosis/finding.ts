/** The result of checking one dependency of the installation. */
export interface Finding {
  /** `warning`: works now, but not for good or not under load. `fault`: does not work now. */
  state: 'well' | 'warning' | 'fault';
  /** One sentence. */
  text: string;
  /** How to fix it. Absent if all is well. */
  fix?: string;
}

export const well = (text: string): Finding => ({ state: 'well', text });
export const warning = (text: string, fix: string): Finding => ({ state: 'warning', text, fix });
export const fault = (text: string, fix: string): Finding => ({ state: 'fault', text, fix });
