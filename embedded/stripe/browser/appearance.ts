import type { Appearance } from '@stripe/stripe-js';

const LIGHT = {
  colorPrimary: '#0570de',
  colorBackground: '#ffffff',
  colorText: '#30313d',
  colorTextSecondary: '#6d6e78',
  colorDanger: '#b3261e',
  borderRadius: '10px',
  fontFamily: 'system-ui, sans-serif',
  fontSizeBase: '16px',
  fontWeightMedium: '500',
  gridRowSpacing: '16px',
  gridColumnSpacing: '16px',
};

const NIGHT = {
  ...LIGHT,
  colorPrimary: '#85d996',
  colorBackground: '#30313d',
  colorText: '#ffffff',
  colorTextSecondary: '#c9cace',
  colorDanger: '#fe87a1',
};

/** Creates the style sheet of a form. Constructed, because the page's CSP may forbid inline styles. */
export function createStyles(appearance: Appearance | undefined): CSSStyleSheet {
  const styles = new CSSStyleSheet();
  styles.replaceSync(styleText(appearance));
  return styles;
}

/**
 * Generates the CSS. Variables become custom properties of the same name. Rules are appended and use Stripe's
 * class names.
 */
function styleText(appearance: Appearance | undefined): string {
  const theme = appearance?.theme === 'night' ? NIGHT : LIGHT;
  const variables = Object.entries({ ...theme, ...appearance?.variables });
  const rules = Object.entries(appearance?.rules ?? {});
  return [
    `:host{${variables.map(([name, value]) => `--${name}:${value};`).join('')}}`,
    BASE,
    ...rules.map(([selector, declarations]) => `${selector}{${declarationText(declarations)}}`),
  ].join('\n');
}

function declarationText(declarations: Record<string, string | undefined>): string {
  return Object.entries(declarations)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value};`)
    .join('');
}

const BASE = `
:host { display: block; color: var(--colorText); font: 400 var(--fontSizeBase)/1.5 var(--fontFamily); }
.Frame { container-type: inline-size; }
.Form { display: grid; grid-template-columns: repeat(12, 1fr); gap: var(--gridRowSpacing) var(--gridColumnSpacing);
  min-width: 0; margin: 0; padding: 0; border: 0; }
.Legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.Field { grid-column: span 6; min-width: 0; }
.Field--wide { grid-column: 1 / -1; }
.Field[hidden] { display: none; }
@container (width < 400px) {
  .Field--country { grid-column: span 7; }
  .Field--country + .Field { grid-column: span 5; }
}
@container (width < 290px) {
  .Field--country, .Field--country + .Field { grid-column: span 12; }
}
.Label { display: block; margin-bottom: 6px; font-size: 14px; font-weight: var(--fontWeightMedium);
  line-height: 20px; }
.Control { position: relative; display: flex; align-items: center; }
.Input { box-sizing: border-box; width: 100%; height: 48px; margin: 0; padding: 0 14px; appearance: none;
  border: 1px solid color-mix(in srgb, var(--colorText) 55%, var(--colorBackground));
  border-radius: var(--borderRadius); background: var(--colorBackground); color: inherit; font: inherit;
  text-overflow: ellipsis; }
.Input--icon { padding-right: 46px; }
.Input--select { padding-right: 38px; }
.Input::placeholder { color: var(--colorTextPlaceholder, var(--colorTextSecondary)); opacity: 1; }
.Input:focus { border-color: var(--colorPrimary); box-shadow: 0 0 0 1px var(--colorPrimary);
  outline: 2px solid transparent; }
.Input--invalid, .Input--invalid:focus { border-color: var(--colorDanger); box-shadow: 0 0 0 1px var(--colorDanger); }
.Input--secret { -webkit-text-security: disc; }
.Input--secret:placeholder-shown { -webkit-text-security: none; }
.Icon { width: 20px; height: 20px; flex: none; fill: none; stroke: currentColor; stroke-width: 1.5;
  stroke-linecap: round; stroke-linejoin: round; }
.Control > .Icon { position: absolute; right: 14px; color: var(--colorTextSecondary); pointer-events: none; }
.Error { display: flex; gap: 6px; align-items: center; margin: 6px 0 0; color: var(--colorDanger);
  font-size: 14px; line-height: 20px; }
.Error .Icon { width: 16px; height: 16px; }
.Error:empty { display: none; }
`;
