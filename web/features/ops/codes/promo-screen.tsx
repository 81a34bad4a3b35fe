import { Plus } from 'lucide-react';
import {
  addPromo,
  changePromo,
  endPromo,
  listPromos,
  type NewPromo,
  type StaffPromo,
} from '#common/promos/promo-staff-api.ts';
import { dateInVegas } from '#common/time.ts';
import { Button } from '#web/components/ui/button.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { OPS_CONTROL } from '../ops-control.ts';
import { OpsHeader } from '../ops-header.tsx';
import { OpsTableSkeleton } from '../ops-table.tsx';
import { type EditRefusal, refuseEdit } from '../refuse-edit.ts';
import { useOpenForm } from '../use-open-form.ts';
import { CodesTabs } from './codes-tabs.tsx';
import { PromoPanel } from './promo-panel.tsx';
import { PROMO_COLUMNS, PromoTable } from './promo-table.tsx';

const load = (signal: AbortSignal) => call(listPromos, {}, { signal });

/** What the panel edits: an existing code, or null for a new one. */
type Subject = { promo: StaffPromo | null };

const keyOf = ({ promo }: Subject): string => promo?.id ?? 'new';

/** Promo codes: the list with usage counts, and adding, editing and ending codes. */
export function PromoScreen() {
  const { state, reload, change } = useLoaded(load);
  const { subject, show, isOpen } = useOpenForm(keyOf);
  const today = dateInVegas(serverNow());
  const known = subject?.promo ?? null;
  /** Closes the panel only if it still shows the code that this reply is about. */
  const close = () => isOpen(subject) && show(null);

  const receive = (promo: StaffPromo) => {
    change((promos) =>
      promos.some(({ id }) => id === promo.id)
        ? promos.map((each) => (each.id === promo.id ? promo : each))
        : [...promos, promo],
    );
    close();
  };

  const refresh = async (): Promise<StaffPromo[] | null> => {
    const promos = await call(listPromos, {}).catch(() => null);
    if (promos) change(() => promos);
    return promos;
  };
  const refuse = (error: unknown) =>
    refuseEdit(error, { known, isOpen: () => isOpen(subject), reload: refresh });

  const save = async (
    { code, ...terms }: NewPromo,
    stored: StaffPromo | null,
  ): Promise<EditRefusal<StaffPromo> | null> => {
    try {
      const promo = stored
        ? await call(changePromo, { promoId: stored.id, version: stored.version, ...terms })
        : await call(addPromo, { code, ...terms });
      toast.success(
        stored ? 'Code saved' : 'Code added',
        `Rides booked with ${promo.code} keep their discount.`,
      );
      receive(promo);
      return null;
    } catch (error) {
      return refuse(error);
    }
  };

  const end = async ({ id, version, code }: StaffPromo): Promise<EditRefusal<StaffPromo> | null> => {
    try {
      receive(await call(endPromo, { promoId: id, version }));
      toast.success(`${code} ends today`);
      return null;
    } catch (error) {
      return refuse(error);
    }
  };

  const newCode = (
    <Button className={OPS_CONTROL} onClick={() => show({ promo: null })}>
      <Plus aria-hidden size={16} />
      New code
    </Button>
  );
  const isEmpty = state.phase === 'loaded' && state.value.length === 0;
  return (
    // Leaves room for the panel on wide screens.
    <div className={subject ? 'xl:pr-[35.5rem]' : undefined}>
      <OpsHeader title="Codes" tabs={<CodesTabs />}>
        {!isEmpty && newCode}
      </OpsHeader>
      {state.phase === 'loading' && <OpsTableSkeleton label="Loading codes..." titles={PROMO_COLUMNS} />}
      {state.phase === 'failed' && (
        <FailedState title="We couldn’t load the codes" text={messageOf(state.error)} onRetry={reload} />
      )}
      {isEmpty && (
        <EmptyState
          title="No codes yet"
          text="A code takes a percentage or an amount off a fare."
          action={newCode}
        />
      )}
      {state.phase === 'loaded' && !isEmpty && (
        <>
          <PromoTable
            promos={state.value}
            today={today}
            openId={known?.id ?? null}
            onOpen={(promo) => show({ promo })}
          />
          <p className="py-5 text-14 text-ink-2">
            Each rider uses one code for a ride. A code never lowers a fare below nothing.
          </p>
        </>
      )}
      {subject && (
        <PromoPanel
          key={keyOf(subject)}
          promo={known}
          today={today}
          onSave={save}
          onEnd={end}
          onClose={() => show(null)}
        />
      )}
    </div>
  );
}
