import type { Draft } from './draft.ts';
import type { FieldErrors } from './marked-fields.ts';

/** What every group of the booking form is given. */
export interface FieldsProps {
  draft: Draft;
  errors: FieldErrors;
  onEdit: (change: Partial<Draft>) => void;
}
