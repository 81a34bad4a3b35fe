import { escapeHtml } from '../escape-html.ts';
import { type AsyncApi, EVERY_SOCKET } from './build-async-api.ts';
import type { JsonSchema, OpenApi, Operation } from './build-open-api.ts';

const code = (text: string) => `<code>${escapeHtml(text)}</code>`;

/** Escapes a text and renders its words in backticks as code. */
const prose = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const asSchema = (schema: JsonSchema | boolean | undefined): JsonSchema =>
  typeof schema === 'object' ? schema : {};

/** Describes a schema briefly: `string`, `"a" or "b"`, `array of Offer`. Names are links. */
function typeOf(schema: JsonSchema): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`;
  }
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(' or ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => typeOf(asSchema(choice))).join(' or ');
  if (schema.type === 'array') {
    const items = Array.isArray(schema.items) ? schema.items[0] : schema.items;
    const item = asSchema(items);
    const hasChoices = item.enum ?? item.anyOf ?? item.oneOf;
    return `array of ${hasChoices ? `(${typeOf(item)})` : typeOf(item)}`;
  }
  if (schema.type === 'object' && schema.properties) {
    const parts = Object.entries(schema.properties).map(
      ([name, part]) => `${escapeHtml(name)}: ${typeOf(asSchema(part))}`,
    );
    return `{ ${parts.join(', ')} }`;
  }
  return escapeHtml([schema.type].flat().join(' or ') || 'anything');
}

/** Lists a schema's further constraints; for a union, those of all its choices. */
function limitsOf(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, multipleOf, format, pattern } = schema;
  const limits = [
    format,
    minimum !== undefined && `at least ${minimum}`,
    maximum !== undefined && `at most ${maximum}`,
    multipleOf !== undefined && `a multiple of ${multipleOf}`,
    minLength === 1 && 'not empty',
    minLength !== undefined && minLength > 1 && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
  ];
  const words = limits.filter((limit) => typeof limit === 'string').map(escapeHtml);
  const choices = (schema.anyOf ?? schema.oneOf ?? []).map((choice) => limitsOf(asSchema(choice)));
  return [...words, ...(pattern ? [code(pattern)] : []), ...choices.filter(Boolean)].join(', ');
}

interface Field {
  name: string;
  /** Part of the request; absent for the fields of a named schema. */
  where?: string;
  isRequired: boolean;
  schema: JsonSchema;
}

const fieldsOf = (schema: JsonSchema, where?: string): Field[] =>
  Object.entries(schema.properties ?? {}).map(([name, part]) => ({
    name,
    ...(where && { where }),
    isRequired: schema.required?.includes(name) ?? false,
    schema: asSchema(part),
  }));

const fieldRow = ({ name, where, isRequired, schema }: Field) =>
  `<tr><th scope="row">${code(name)}</th><td>${where ? `${where}, ` : ''}${isRequired ? 'required' : 'optional'}</td><td>${typeOf(schema)}</td><td>${limitsOf(schema)}</td></tr>`;

const table = (caption: string, rows: readonly string[]) =>
  rows.length > 0
    ? `<div class="table"><table><caption>${caption}</caption><tbody>${rows.join('')}</tbody></table></div>`
    : '';

function bodyFields({ requestBody }: Operation): Field[] {
  const schema = requestBody?.content['application/json']?.schema ?? {};
  const shapes = schema.oneOf ?? schema.anyOf;
  if (!shapes) return fieldsOf(schema, 'body');
  return shapes.flatMap((shape, index) => fieldsOf(asSchema(shape), `body, variant ${index + 1}`));
}

const isSuccess = ([status]: [status: string, ...unknown[]]) => status.startsWith('2');

function operationSection(method: string, path: string, operation: Operation): string {
  const parameters = operation.parameters.map(({ name, in: where, required, schema }) => ({
    name,
    where,
    isRequired: required,
    schema,
  }));
  const responses = Object.entries(operation.responses);
  const replies = responses.filter(isSuccess).map(([status, { content }]) => {
    const schema = content?.['application/json']?.schema;
    const files = Object.keys(content ?? {})
      .map(code)
      .join(' or ');
    return `<tr><th scope="row">${status}</th><td>${schema ? typeOf(schema) : files || 'no body'}</td></tr>`;
  });
  const errors = responses
    .filter((response) => !isSuccess(response))
    .map(([status, { description }]) => `${status} ${escapeHtml(description)}`);
  return `<article>
<h3><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h3>
<p>${prose(operation.summary)} <small>${escapeHtml(operation.description)}</small></p>
${table('Parameters', [...parameters, ...bodyFields(operation)].map(fieldRow))}
${table('Replies', replies)}
<p><small>Errors: ${errors.join(' · ')}</small></p>
</article>`;
}

const lastPart = ({ $ref }: { $ref: string }): string => $ref.split('/').at(-1) ?? '';

const receivers = (address: string): string =>
  address === EVERY_SOCKET ? 'every socket' : `room ${code(address)}`;

/** Renders the socket's events, once for each room they are emitted to. */
function eventsSection({ info, operations, channels, components }: AsyncApi): string {
  const articles = Object.values(operations).map(({ action, channel, summary, messages, reply }) => {
    const address = channels[lastPart(channel)]?.address ?? '';
    const row = (caption: string) => (ref: { $ref: string }) => {
      const { payload } = components.messages[lastPart(ref)] ?? {};
      return `<tr><th scope="row">${caption}</th><td>${payload ? typeOf(payload) : 'none'}</td></tr>`;
    };
    const name = messages.map((ref) => components.messages[lastPart(ref)]?.name ?? '').join();
    return `<article>
<h3>${code(name)}</h3>
<p>${prose(summary)} <small>${action === 'send' ? `Sent to ${receivers(address)}` : 'Sent by the page'}.</small></p>
${table('Payload', [...messages.map(row('event')), ...(reply?.messages ?? []).map(row('acknowledgement'))])}
</article>`;
  });
  return `<section><h2>Events</h2><p>${prose(info.description)}</p>${articles.join('')}</section>`;
}

const schemaSection = ([name, schema]: [string, JsonSchema]) =>
  `<article id="${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${table('Fields', fieldsOf(schema).map(fieldRow))}</article>`;

/** The page's styles, served separately so that the page needs no inline style. */
export const DOCS_STYLES = `
:root { color-scheme: light dark; --line: light-dark(#e3dccf, #2c2721); --gold: light-dark(#7a5b1b, #e2c27e); }
body { font: 1rem/1.55 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem;
  background: light-dark(#fbf9f5, #0c0b0a); color: light-dark(#15130f, #f5f0e6); }
h2 { margin-top: 3rem; text-transform: capitalize; }
a { color: var(--gold); }
article { border-top: 1px solid var(--line); padding: 1rem 0; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .75rem 0; font-size: .875rem; }
caption { text-align: left; font-weight: 600; }
th, td { text-align: left; vertical-align: top; padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
code { font-size: .875em; overflow-wrap: anywhere; }
th code { white-space: nowrap; }
`;

/** Renders the API documentation as plain HTML: no script, no inline style. */
export function renderDocs({ info, paths, components }: OpenApi, asyncApi: AsyncApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags))];
  const sections = tags.map((tag) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(tag));
    const articles = own.map(({ method, path, operation }) => operationSection(method, path, operation));
    return `<section><h2>${escapeHtml(tag.replaceAll('-', ' '))}</h2>${articles.join('')}</section>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} API</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<main>
<h1>${escapeHtml(info.title)} API</h1>
<p>${prose(info.description)}</p>
<p>Also available as <a href="/api/openapi.json">OpenAPI 3.1</a> and <a href="/api/asyncapi.json">AsyncAPI 3.0</a>.</p>
${sections.join('\n')}
${eventsSection(asyncApi)}
<section><h2>Schemas</h2>${Object.entries(components.schemas).map(schemaSection).join('\n')}</section>
</main>
</body>
</html>
`;
}
