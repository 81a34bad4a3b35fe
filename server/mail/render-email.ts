import { env } from '../env.ts';
import { escapeHtml } from '../escape-html.ts';
import type { EmailContent, EmailPart, EmailPlace, EmailRows } from './email-content.ts';
import { DARK_STYLES, SANS, SERIF } from './email-styles.ts';

/** Renders an email as HTML and as plain text with the same content. */
export const renderEmail = (content: EmailContent): { html: string; text: string } => ({
  html: toHtml(content),
  text: toText(content),
});

const withBreaks = (text: string): string => escapeHtml(text).replace(/\r?\n/g, '<br>');

/** Values longer than this, in characters, are left-aligned. */
const SHORT_VALUE = 60;

function rowsToHtml(rows: EmailRows): string {
  const side = rows.some(([, value]) => value.length > SHORT_VALUE || value.includes('\n'))
    ? 'left'
    : 'right';
  const lines = rows.map(
    ([label, value]) =>
      `<tr><th scope="row" class="quiet" style="padding:6px 16px 6px 0;text-align:left;vertical-align:top;font-weight:normal;color:#5c564b">${escapeHtml(label)}</th><td style="padding:6px 0;text-align:${side};vertical-align:top">${withBreaks(value)}</td></tr>`,
  );
  return `<table width="100%" class="rule" style="margin:0 0 16px;padding:10px 0 0;border-top:1px solid #e3dccf;border-collapse:separate;border-spacing:0"><tbody>${lines.join('')}</tbody></table>`;
}

const total = ({ label, amount, note }: Extract<EmailPart, { kind: 'total' }>): string =>
  `<table role="presentation" width="100%" style="margin:0 0 ${note ? 4 : 16}px;border-collapse:collapse"><tr><td style="padding:4px 16px 4px 0;vertical-align:bottom;font-weight:500">${escapeHtml(label)}</td><td style="padding:0;text-align:right;vertical-align:bottom;font-size:28px;line-height:1.2;font-weight:500">${escapeHtml(amount)}</td></tr></table>
${note ? `<p class="quiet" style="margin:0 0 16px;text-align:right;font-size:14px;color:#5c564b">${escapeHtml(note)}</p>` : ''}`;

/** Drawn with CSS borders only, since most mail clients block images by default. */
const LINE = (isBroken: boolean): string =>
  `<table role="presentation" aria-hidden="true" width="100%" style="margin:8px 0 20px;border-collapse:collapse"><tr><td width="16" style="padding:0"><div style="width:14px;height:14px;border-radius:7px;background:#b08a3c;font-size:0">&nbsp;</div></td><td style="padding:0"><div style="border-top:3px dashed #b08a3c;font-size:0;line-height:0">&nbsp;</div></td><td width="16" align="right" style="padding:0"><div class="${isBroken ? 'hollow' : 'solid'}" style="width:${isBroken ? 10 : 14}px;height:${isBroken ? 10 : 14}px;${isBroken ? 'border:2px solid #8c8473' : 'background:#15130f'};font-size:0">&nbsp;</div></td></tr></table>`;

const place = ({ name, detail }: EmailPlace, index: number, { length }: readonly EmailPlace[]): string => {
  const isLast = index === length - 1;
  const isBetween = index > 0 && !isLast;
  const mark = isLast
    ? '<div class="solid" style="width:10px;height:10px;background:#15130f;font-size:0">&nbsp;</div>'
    : `<div style="width:${isBetween ? 6 : 10}px;height:${isBetween ? 6 : 10}px;border-radius:5px;${isBetween ? 'border:2px solid #b08a3c' : 'background:#b08a3c'};font-size:0">&nbsp;</div>`;
  return `<tr><td width="26" style="padding:7px 0 0;vertical-align:top">${mark}</td><td style="padding:0 0 14px;line-height:1.4"><span style="font-weight:500">${escapeHtml(name)}</span>${detail ? `<br><span class="quiet" style="font-size:14px;color:#5c564b">${escapeHtml(detail)}</span>` : ''}</td></tr>`;
};

const driver = ({ name, vehicle, plate }: Extract<EmailPart, { kind: 'driver' }>): string =>
  `<table role="presentation" width="100%" class="well" style="margin:0 0 16px;border-collapse:separate;background:#f3efe7;border-radius:12px"><tr><td style="padding:20px;line-height:1.4"><span style="font-weight:500">${escapeHtml(name)}</span><br><span class="quiet" style="font-size:14px;color:#5c564b">${escapeHtml(vehicle)}</span></td>${plate ? `<td align="right" style="padding:20px 20px 20px 0"><span class="plate" style="display:inline-block;padding:3px 10px;border:1px solid #8c8473;border-radius:6px;font-size:14px;font-weight:500;letter-spacing:.06em;white-space:nowrap">${escapeHtml(plate)}</span></td>` : ''}</tr></table>`;

/** Dark on light, since printers omit backgrounds. The code never wraps. */
const giftCard = ({ amount, code }: Extract<EmailPart, { kind: 'gift-card' }>): string =>
  `<div role="group" aria-label="Gift card" style="margin:0 0 24px;padding:24px;border:2px solid #b08a3c;border-radius:12px;background:#ffffff;color:#15130f;page-break-inside:avoid">
<p style="margin:0;font:22px ${SERIF}">Marquee gift card</p>
<p style="margin:16px 0;border-top:3px dashed #b08a3c"></p>
<p style="margin:0;font:40px ${SERIF}">${escapeHtml(amount)}</p>
<p style="margin:16px 0 0">Code<br><strong style="font:bold 18px ui-monospace,Menlo,Consolas,monospace;white-space:nowrap">${escapeHtml(code)}</strong></p>
</div>`;

function partToHtml(part: EmailPart): string {
  switch (part.kind) {
    case 'text':
      return `<p style="margin:0 0 16px">${withBreaks(part.text)}</p>`;
    case 'note':
      return `<p class="quiet" style="margin:0 0 16px;font-size:14px;color:#5c564b">${withBreaks(part.text)}</p>`;
    case 'rows':
      return rowsToHtml(part.rows);
    case 'total':
      return total(part);
    case 'route':
      return `${LINE(part.isBroken ?? false)}\n<table role="presentation" style="margin:0 0 6px;border-collapse:collapse">${part.places.map(place).join('')}</table>`;
    case 'driver':
      return driver(part);
    case 'gift-card':
      return giftCard(part);
    case 'quote':
      return `<p class="quiet" style="margin:0 0 6px;font-size:14px;color:#5c564b">${escapeHtml(part.label)}</p>
<blockquote style="margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid #b08a3c">${withBreaks(part.text)}</blockquote>`;
    case 'link':
      return `<p style="margin:24px 0"><a href="${escapeHtml(part.href)}" class="button" style="display:inline-block;padding:0 20px;border-radius:10px;background:#15130f;color:#fbf9f5;line-height:48px;font-weight:500;text-decoration:none">${escapeHtml(part.label)}</a></p>`;
  }
}

function partToText(part: EmailPart): string {
  switch (part.kind) {
    case 'text':
    case 'note':
      return part.text;
    case 'rows':
      return part.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
    case 'total':
      return [`${part.label}: ${part.amount}`, ...(part.note ? [part.note] : [])].join('\n');
    case 'route':
      return part.places
        .map(({ name, detail }, index) => {
          const what = index === 0 ? 'From' : index === part.places.length - 1 ? 'To' : 'Stop';
          return `${what}: ${[name, detail].filter(Boolean).join(', ')}`;
        })
        .join('\n');
    case 'driver':
      return `Driver: ${part.name}\nVehicle: ${[part.vehicle, part.plate].filter(Boolean).join(', ')}`;
    case 'gift-card':
      return [`Marquee gift card: ${part.amount}`, `Code: ${part.code}`].join('\n');
    case 'quote':
      return `${part.label}\n${part.text.replace(/^/gm, '> ')}`;
    case 'link':
      return `${part.label}: ${part.href}`;
  }
}

/**
 * Preview text for mailbox lists, hidden in the mail itself. The trailing blanks keep the body text out of
 * it.
 */
const previewOf = ({ preview }: EmailContent): string =>
  preview
    ? `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}${'&#8199;&#65279;'.repeat(60)}</div>`
    : '';

const toHtml = (content: EmailContent): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(content.title)}</title>
<style>${DARK_STYLES}</style>
</head>
<body class="page" style="margin:0;background:#fbf9f5;color:#15130f;font:16px/1.55 ${SANS}">
${previewOf(content)}<div class="outer" style="max-width:600px;margin:0 auto;padding:24px 0">
<div role="main" class="card" style="box-sizing:border-box;padding:40px;border-radius:12px;background:#ffffff;overflow-wrap:anywhere">
<p style="margin:0 0 24px;font:22px ${SERIF}">Marquee</p>
<h1 style="margin:0 0 16px;font:32px/1.15 ${SERIF}">${escapeHtml(content.title)}</h1>
${content.parts.map(partToHtml).join('\n')}
<p class="quiet rule" style="margin:32px 0 0;padding-top:16px;border-top:1px solid #e3dccf;font-size:14px;color:#5c564b">Chauffeured rides in Las Vegas. <a href="${escapeHtml(env.PUBLIC_URL)}" class="gold" style="color:#7a5b1b">${escapeHtml(env.PUBLIC_URL)}</a></p>
</div>
</div>
</body>
</html>
`;

const toText = ({ title, parts }: EmailContent): string =>
  [title, ...parts.map(partToText), `Marquee. Chauffeured rides in Las Vegas.\n${env.PUBLIC_URL}`].join(
    '\n\n',
  );
