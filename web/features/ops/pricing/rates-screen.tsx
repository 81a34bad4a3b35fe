import { useCallback, useState } from 'react';
import { listRates } from '#common/fares/rates-api.ts';
import { dateInVegas } from '#common/time.ts';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { OpsHeader } from '../ops-header.tsx';
import { OpsTableSkeleton } from '../ops-table.tsx';
import type { RatesList } from './format-rates.ts';
import { PricingTabs } from './pricing-tabs.tsx';
import { RatesEditor } from './rates-editor.tsx';

async function loadRates(signal?: AbortSignal): Promise<RatesList> {
  const { versions, draft } = await call(listRates, { limit: 100 }, { signal });
  return { versions: versions.toReversed(), draft };
}

/** The versions of rates and fees: in effect, scheduled, and the draft. */
export function RatesScreen() {
  const { state, reload, change } = useLoaded(loadRates);
  const [today] = useState(() => dateInVegas(serverNow()));

  const refresh = useCallback(async () => {
    const fresh = await loadRates();
    change(() => fresh);
  }, [change]);

  return (
    <>
      <OpsHeader title="Pricing" tabs={<PricingTabs />}>
        <p className="text-14 text-ink-2">A ride keeps the fare it was requested with.</p>
      </OpsHeader>
      {state.phase === 'loading' && (
        <OpsTableSkeleton
          label="Loading rates..."
          titles={['Vehicle', 'Seats', 'By the hour', 'By the ride']}
        />
      )}
      {state.phase === 'failed' && (
        <FailedState title="We couldn’t load the rates" text={messageOf(state.error)} onRetry={reload} />
      )}
      {state.phase === 'loaded' && (
        <RatesEditor list={state.value} today={today} change={change} refresh={refresh} />
      )}
    </>
  );
}
