import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { staffFilePath, uploadStaffFile } from '#common/files/files-api.ts';
import type { Paper } from '#common/papers.ts';
import { Button } from '#web/components/ui/button.tsx';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { UploadField } from '#web/components/ui/file-field.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import { FormSection } from '../form-panel.tsx';
import { titleOf } from './paper-status.ts';

/** A paper being edited; its kind may not be chosen yet. */
export interface PaperDraft extends Paper {
  /** Stable while other rows are removed. */
  key: number;
}

let keys = 0;

/** Creates a draft of a stored paper, with a new key. */
export function draftPaper(paper: Paper): PaperDraft {
  keys += 1;
  return { ...paper, key: keys };
}

interface PapersFieldsProps {
  /** The allowed kinds. */
  kinds: readonly string[];
  papers: readonly PaperDraft[];
  onChange: (papers: PaperDraft[]) => void;
  /** Errors keyed as `documents.0.number`. */
  problems: FieldErrors;
}

/** Key of the upload of a paper's file. */
export const paperUploadKey = ({ key }: PaperDraft): string => `paper ${key}`;

/** Editable papers, one row each: kind, number, last day, file. */
export function PapersFields({ kinds, papers, onChange, problems }: PapersFieldsProps) {
  // Errors are keyed by row index, so they would move to other rows once one is removed.
  const [outdated, setOutdated] = useState<FieldErrors | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const shown = problems === outdated ? {} : problems;
  const edit = (key: number, change: Partial<Paper>) =>
    onChange(papers.map((paper) => (paper.key === key ? { ...paper, ...change } : paper)));
  const takeAway = (gone: number) => {
    setOutdated(problems);
    onChange(papers.filter(({ key }) => key !== gone));
    addButton.current?.focus();
  };
  const missing = kinds.find((kind) => !papers.some((paper) => paper.kind === kind)) ?? kinds[0] ?? '';

  return (
    <FormSection title="Documents">
      {papers.map((paper, index) => {
        const problem = (field: string) => shown[`documents.${index}.${field}`];
        const name = titleOf(paper.kind);
        return (
          <fieldset
            key={paper.key}
            name={`documents.${index}`}
            className="relative grid gap-4 border-line border-b pb-5 sm:grid-cols-2"
          >
            <legend className="sr-only">{name}</legend>
            <Field label="Document" error={problem('kind')} className="pr-12 sm:col-span-2">
              {(control) => (
                <Select
                  {...control}
                  value={paper.kind}
                  onChange={(event) => edit(paper.key, { kind: event.target.value })}
                >
                  {kinds.map((kind) => (
                    <option key={kind} value={kind}>
                      {titleOf(kind)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label="Number" error={problem('number')}>
              {(control) => (
                <TextInput
                  {...control}
                  autoComplete="off"
                  maxLength={60}
                  value={paper.number}
                  onChange={(event) => edit(paper.key, { number: event.target.value })}
                />
              )}
            </Field>
            <Field label="Expires" error={problem('expiresOn')}>
              {(control) => (
                <DateInput
                  {...control}
                  value={paper.expiresOn}
                  onChange={(event) => edit(paper.key, { expiresOn: event.target.value })}
                />
              )}
            </Field>
            <div className="sm:col-span-2">
              <UploadField
                label="File"
                uploadKey={paperUploadKey(paper)}
                file={paper.file ?? null}
                pathOf={staffFilePath}
                error={problem('file')}
                endpoint={uploadStaffFile}
                onChange={(file) => edit(paper.key, { file })}
              />
            </div>
            <IconButton
              label={`Remove: ${name}`}
              className="absolute top-7 right-0"
              onClick={() => takeAway(paper.key)}
            >
              <X aria-hidden size={18} />
            </IconButton>
          </fieldset>
        );
      })}
      <div>
        <Button
          ref={addButton}
          variant="outline"
          onClick={() =>
            onChange([...papers, draftPaper({ kind: missing, number: '', expiresOn: '', file: null })])
          }
        >
          <Plus aria-hidden size={18} /> Add a document
        </Button>
      </div>
    </FormSection>
  );
}
