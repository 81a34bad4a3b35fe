import type { Params, StripeJsError } from './api.ts';
import {
  cvcProblem,
  expiryProblem,
  formatCvc,
  formatExpiry,
  formatNumber,
  formatPostalCode,
  numberProblem,
  postalCodeProblem,
  readExpiry,
  requiresPostalCode,
} from './card-fields.ts';
import { element, icon } from './dom.ts';
import { createField } from './field.ts';

/** The card form of a payment element. */
export interface CardForm {
  node: HTMLElement;
  isEmpty(): boolean;
  isComplete(): boolean;
  /** Shows all validation errors, focuses the first invalid field and returns its error; null if valid. */
  check(): StripeJsError | null;
  /** Returns the form's values as `payment_method_data`. */
  read(payer?: { email?: string }): Params;
  /** Marks the field named by `param` of a declined card's error. */
  markDeclined(param: string | undefined): void;
  setDisabled(isDisabled: boolean): void;
  clear(): void;
  focus(): void;
}

/** Creates the form. `onChange` is called after every input. */
export function createCardForm(onChange: () => void): CardForm {
  const countrySelect = element('select', {
    id: 'country',
    class: 'Input Input--select',
    autocomplete: 'billing country',
  });
  countrySelect.append(...countries().map(({ code, name }) => element('option', { value: code }, name)));
  countrySelect.value = 'US';

  const number = createField(
    {
      id: 'number',
      label: 'Card number',
      placeholder: '1234 1234 1234 1234',
      autocomplete: 'billing cc-number',
      icon: 'card',
      format: formatNumber,
      problem: numberProblem,
    },
    onChange,
  );
  const expiry = createField(
    {
      id: 'expiry',
      label: 'Expiration date',
      placeholder: 'MM / YY',
      autocomplete: 'billing cc-exp',
      format: formatExpiry,
      problem: (text) => expiryProblem(text, new Date()),
    },
    onChange,
  );
  const cvc = createField(
    {
      id: 'cvc',
      label: 'Security code',
      placeholder: 'CVC',
      autocomplete: 'billing cc-csc',
      icon: 'lock',
      isSecret: true,
      format: (text) => formatCvc(text, number.input.value),
      problem: (text) => cvcProblem(text, number.input.value),
    },
    onChange,
  );
  const postalCode = createField(
    {
      id: 'postal-code',
      label: 'ZIP code',
      placeholder: '12345',
      autocomplete: 'billing postal-code',
      format: (text) => formatPostalCode(text, countrySelect.value),
      problem: (text) => postalCodeProblem(text, countrySelect.value),
    },
    onChange,
  );
  const fields = [number, expiry, cvc, postalCode];

  const country = element(
    'div',
    { class: 'Field Field--country' },
    element('label', { class: 'Label', for: 'country' }, 'Country'),
    element('div', { class: 'Control' }, countrySelect, icon('chevron')),
  );
  countrySelect.addEventListener('change', () => {
    const isUnitedStates = countrySelect.value === 'US';
    postalCode.setLabel(isUnitedStates ? 'ZIP code' : 'Postal code', isUnitedStates ? '12345' : '');
    postalCode.input.inputMode = isUnitedStates ? 'numeric' : 'text';
    postalCode.node.hidden = !requiresPostalCode(countrySelect.value);
    postalCode.clear();
    onChange();
  });

  number.node.classList.add('Field--wide');
  const node = element(
    'fieldset',
    { class: 'Form' },
    element('legend', { class: 'Legend' }, 'Card'),
    number.node,
    expiry.node,
    cvc.node,
    country,
    postalCode.node,
  );

  return {
    node,
    isEmpty: () => fields.every((field) => field.input.value === ''),
    isComplete: () => fields.every((field) => field.problem() === null),
    check() {
      const invalid = fields.filter((field) => field.check() !== null);
      invalid[0]?.input.focus();
      const problem = invalid[0]?.problem();
      return problem ? { type: 'validation_error', ...problem } : null;
    },
    read(payer) {
      const { month, year } = readExpiry(expiry.input.value);
      return {
        type: 'card',
        card: {
          number: number.input.value.replaceAll(' ', ''),
          exp_month: String(month),
          exp_year: String(year),
          cvc: cvc.input.value,
        },
        billing_details: {
          email: payer?.email,
          address: { country: countrySelect.value, postal_code: postalCode.input.value || undefined },
        },
      };
    },
    markDeclined(param) {
      const field = param === 'cvc' ? cvc : param?.startsWith('exp') ? expiry : number;
      field.mark();
    },
    setDisabled(isDisabled) {
      node.disabled = isDisabled;
    },
    clear() {
      for (const field of fields) field.clear();
      onChange();
    },
    focus: () => number.input.focus(),
  };
}

/** Returns ISO 3166 codes and English names, sorted by name. */
function countries(): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  return COUNTRY_CODES.split(' ')
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

const COUNTRY_CODES =
  'AD AE AF AG AI AL AM AO AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CV CW CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PY QA RE RO RS RU RW SA SB SC SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SZ TC TD TG TH TJ TK TL TM TN TO TR TT TW TZ UA UG US UY UZ VA VC VE VG VN VU WF WS XK YE YT ZA ZM ZW';
