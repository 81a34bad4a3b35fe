import { env } from '../env.ts';
import { escapeHtml } from '../escape-html.ts';
import type { EmailContent, EmailPart } from './email-content.ts';

/** Renders an email as HTML and as text, which say the same. */
export const renderEmail = (content: EmailContent): { html: string; text: string } => ({
  html: toHtml(content),
  text: toText(content),
});

const withBreaks = (text: string): string => escapeHtml(text).replace(/\r?\n/g, '<br>');

const row = ([label, value]: readonly [string, string]): string =>
  `<tr><th scope="row" style="padding:8px 16px 8px 0;text-align:left;vertical-align:top;font-weight:normal;color:#5c564b">${escapeHtml(label)}</th><td style="padding:8px 0;vertical-align:top;font-weight:500">${withBreaks(value)}</td></tr>`;

/** Dark on light, since printers leave backgrounds out; its code in one piece, whatever the width. */
const giftCard = ({ amount, code, recipient }: Extract<EmailPart, { kind: 'gift-card' }>): string =>
  `<div role="group" aria-label="Gift card" style="margin:0 0 24px;padding:24px;border:2px solid #b08a3c;border-radius:12px;background:#ffffff;color:#15130f;page-break-inside:avoid">
<p style="margin:0;font:22px Georgia,serif">Marquee gift card</p>
<p style="margin:16px 0;border-top:3px dashed #b08a3c"></p>
<p style="margin:0;font:40px Georgia,serif">${escapeHtml(amount)}</p>
${recipient ? `<p style="margin:4px 0 0;color:#7a5b1b">To ${escapeHtml(recipient)}</p>` : ''}
<p style="margin:16px 0 0">Code<br><strong style="font:bold 18px ui-monospace,Menlo,Consolas,monospace;white-space:nowrap">${escapeHtml(code)}</strong></p>
</div>`;

function partToHtml(part: EmailPart): string {
  switch (part.kind) {
    case 'text':
      return `<p style="margin:0 0 16px">${withBreaks(part.text)}</p>`;
    case 'rows':
      return `<table style="margin:0 0 16px;border-collapse:collapse"><tbody>${part.rows.map(row).join('')}</tbody></table>`;
    case 'gift-card':
      return giftCard(part);
    case 'quote':
      return `<blockquote style="margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid #b08a3c">${withBreaks(part.text)}</blockquote>`;
    case 'link':
      return `<p style="margin:24px 0"><a href="${escapeHtml(part.href)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#15130f;color:#fbf9f5;font-weight:bold;text-decoration:none">${escapeHtml(part.label)}</a></p>`;
  }
}

function partToText(part: EmailPart): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'rows':
      return part.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
    case 'gift-card':
      return [
        `Marquee gift card: ${part.amount}`,
        ...(part.recipient ? [`To ${part.recipient}`] : []),
        `Code: ${part.code}`,
      ].join('\n');
    case 'quote':
      return part.text.replace(/^/gm, '> ');
    case 'link':
      return `${part.label}: ${part.href}`;
  }
}

const toHtml = ({ title, parts }: EmailContent): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;background:#fbf9f5;color:#15130f;font:16px/1.55 system-ui,-apple-system,'Segoe UI',sans-serif">
<div role="main" style="max-width:560px;margin:0 auto;padding:32px 20px;overflow-wrap:anywhere">
<p style="margin:0 0 24px;font:28px Georgia,serif">Marquee</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>
${parts.map(partToHtml).join('\n')}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #e3dccf;font-size:14px;color:#5c564b">Chauffeured rides in Las Vegas. <a href="${escapeHtml(env.PUBLIC_URL)}" style="color:#7a5b1b">${escapeHtml(env.PUBLIC_URL)}</a></p>
</div>
</body>
</html>
`;

const toText = ({ title, parts }: EmailContent): string =>
  [title, ...parts.map(partToText), `Marquee. Chauffeured rides in Las Vegas.\n${env.PUBLIC_URL}`].join(
    '\n\n',
  );
