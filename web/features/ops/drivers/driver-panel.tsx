import { DRIVER_PAPERS, type StaffDriver } from '#common/drivers/driver.ts';
import { editDriver, readDriver } from '#common/drivers/drivers-api.ts';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { draftHours, hoursOf, WeeklyHoursFields } from '#web/components/weekly-hours-fields.tsx';
import { call } from '#web/lib/call.ts';
import { useIsUploading } from '#web/lib/upload-store.ts';
import { FormPanel, FormSection } from '../form-panel.tsx';
import { draftPaper, PapersFields, paperUploadKey } from '../papers/papers-fields.tsx';
import { droppedEditsMessage, useMergedDraft } from '../use-merged-draft.ts';
import { useStaffForm } from '../use-staff-form.ts';

interface DriverPanelProps {
  driver: StaffDriver;
  onReceived: (driver: StaffDriver) => void;
  onClose: () => void;
}

const draftDriver = ({ name, documents, weeklyHours }: StaffDriver) => ({
  name,
  documents: documents.map(draftPaper),
  weeklyHours: weeklyHours.map(draftHours),
});

const DRAFT = { draftOf: draftDriver, names: { name: 'name' } };

/** Edits a driver's name, papers and hours. */
export function DriverPanel({ driver: opened, onReceived, onClose }: DriverPanelProps) {
  const { stored: driver, draft, setDraft, merge } = useMergedDraft(opened, DRAFT);

  const body = {
    ...(draft.name !== driver.name && { name: draft.name }),
    documents: draft.documents.map(({ key: _key, ...paper }) => paper),
    weeklyHours: draft.weeklyHours.map(hoursOf),
    version: driver.version,
  };

  const form = useStaffForm({
    check: () => editDriver.body.safeParse(body).error?.issues ?? [],
    save: async () => {
      const changes = editDriver.body.parse(body);
      const { driver: saved } = await call(editDriver, { driverId: driver.id, ...changes });
      onReceived(saved);
      toast.success('Driver saved', saved.name);
      onClose();
    },
    onConflict: async () => {
      const { driver: newest } = await call(readDriver, { driverId: driver.id });
      onReceived(newest);
      return droppedEditsMessage(merge(newest));
    },
  });

  const isSendingFile = useIsUploading(draft.documents.map(paperUploadKey));

  return (
    <FormPanel
      title={`Edit ${driver.name}`}
      form={form}
      submitLabel="Save"
      isSendingFile={isSendingFile}
      onClose={onClose}
    >
      <Field
        label="Name"
        error={form.problems.name}
        hint="As on their documents. Rides they have accepted keep the old one."
      >
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            value={draft.name}
            onChange={(event) => setDraft((known) => ({ ...known, name: event.target.value }))}
          />
        )}
      </Field>
      <PapersFields
        kinds={DRIVER_PAPERS}
        papers={draft.documents}
        onChange={(documents) => setDraft((known) => ({ ...known, documents }))}
        problems={form.problems}
      />
      <FormSection title="Weekly hours">
        <WeeklyHoursFields
          hours={draft.weeklyHours}
          onChange={(weeklyHours) => setDraft((known) => ({ ...known, weeklyHours }))}
          problems={form.problems}
        />
      </FormSection>
    </FormPanel>
  );
}
