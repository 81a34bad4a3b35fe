/** The site's fonts, with fallbacks for the many mailboxes that do not load them. */
export const SERIF = "'Instrument Serif',Georgia,serif";
export const SANS = "'Instrument Sans',system-ui,-apple-system,'Segoe UI',sans-serif";

/**
 * Styles for dark mode and phones. All other styles are inline: many mail clients drop style sheets, and then
 * show the light desktop layout.
 */
export const DARK_STYLES = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.outer{padding:0!important}.card{padding:24px 20px!important;border-radius:0!important}}
@media (prefers-color-scheme:dark){
.page{background:#0c0b0a!important;color:#f5f0e6!important}
.card{background:#151310!important}
.quiet{color:#b5ac9b!important}
.rule{border-color:#2c2721!important}
.well{background:#1d1a16!important}
.solid{background:#f5f0e6!important}
.gold{color:#e2c27e!important}
.button{background:#d4af61!important;color:#15130f!important}
}
`;
