/** The style sheet of the hosted checkout page, kept as text so that it travels with a bundled simulator. */
export const checkoutStyles = `
:root { --bg: #FBF9F5; --surface: #FFFFFF; --ink: #15130F; --ink-2: #5C564B; --line: #E3DCCF; --control: #8C8473;
  --gold: #B08A3C; --gold-ink: #7A5B1B; --action: #15130F; --on-action: #FBF9F5; --danger: #B3261E; }
@media (prefers-color-scheme: dark) {
  :root { --bg: #0C0B0A; --surface: #1D1A16; --ink: #F5F0E6; --ink-2: #B5AC9B; --line: #2C2721; --control: #7D7464;
    --gold: #D4AF61; --gold-ink: #E2C27E; --action: #D4AF61; --on-action: #15130F; --danger: #F2867E; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
header { display: flex; gap: 16px; justify-content: space-between; max-width: 960px; margin: 0 auto;
  padding: 24px 20px; border-bottom: 1px solid var(--line); }
header span { color: var(--ink-2); font-size: 14px; }
main { display: grid; gap: 40px; max-width: 960px; margin: 0 auto; padding: 40px 20px 64px; }
@media (min-width: 800px) { main { grid-template-columns: 1fr 1fr; gap: 64px; } }
h1 { margin: 8px 0 24px; font-size: 40px; font-weight: 500; line-height: 1.1; font-variant-numeric: tabular-nums; }
h1 small { display: block; margin-bottom: 4px; color: var(--ink-2); font-size: 16px; font-weight: 400; }
ul { margin: 0; padding: 0; list-style: none; }
li { display: flex; gap: 24px; justify-content: space-between; padding: 12px 0; border-top: 1px solid var(--line); }
li span:last-child { font-variant-numeric: tabular-nums; }
.back { display: inline-flex; align-items: center; min-height: 44px; color: var(--gold-ink); }
.notice { grid-column: 1 / -1; max-width: 520px; }
.payment { display: grid; align-content: start; }
label { margin-bottom: 6px; font-size: 14px; font-weight: 500; }
input { width: 100%; height: 48px; padding: 0 14px; border: 1px solid var(--control); border-radius: 10px;
  background: var(--surface); color: inherit; font: inherit; }
input:focus { border-color: var(--gold); outline: 1px solid var(--gold); }
input[aria-invalid=true] { border-color: var(--danger); outline: 1px solid var(--danger); }
.error { margin: 6px 0 0; color: var(--danger); font-size: 14px; }
.card { margin: 16px 0 24px; }
.alert { margin: 0 0 20px; padding: 14px 16px; border: 1px solid var(--danger); border-radius: 10px; }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 52px;
  padding: 0 24px; border: 0; border-radius: 10px; background: var(--action); color: var(--on-action);
  font: 600 16px/1.2 system-ui, sans-serif; text-decoration: none; cursor: pointer; }
button:disabled { opacity: .6; cursor: default; }
:is(a, button):focus-visible { outline: 2px solid var(--gold); outline-offset: 2px; }
[hidden] { display: none; }
`;
