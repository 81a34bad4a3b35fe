// @vitest-environment jsdom
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useDriveKeys } from './use-drive-keys.ts';

function Screen({ onPress }: { onPress: () => void }) {
  useDriveKeys({ ArrowUp: onPress });
  return <output>0.5</output>;
}

test('a key works as soon as its screen is in the document', async () => {
  // As in a browser, where work that `act` flushes at once runs in a separate task.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  onTestFinished(() => {
    root.unmount();
    container.remove();
    vi.unstubAllGlobals();
  });
  const onPress = vi.fn();

  root.render(<Screen onPress={onPress} />);
  await new Promise<void>((resolve) => {
    new MutationObserver(() => resolve()).observe(container, { childList: true });
  });
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp' }));

  expect(onPress).toHaveBeenCalledOnce();
});
