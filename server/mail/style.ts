const SANS = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,monospace";

/** Inline styles of mails: light colors, for mail programs that drop style sheets. */
export const STYLE = {
  body: `margin:0;padding:0;background-color:#f4f4f5;color:#18181b;font-family:${SANS};-webkit-text-size-adjust:100%`,
  page: "background-color:#f4f4f5",
  frame: "padding:24px 12px",
  column: "max-width:560px;text-align:left",
  brand: `padding:0 4px 12px;font-family:${SANS};font-size:15px;font-weight:600;color:#18181b`,
  card: "padding:24px;background-color:#ffffff;border:1px solid #e8e8eb;border-radius:8px",
  heading: `margin:0 0 12px;font-family:${SANS};font-size:20px;line-height:28px;font-weight:600;color:#18181b;overflow-wrap:anywhere`,
  paragraph: `margin:0 0 12px;font-family:${SANS};font-size:15px;line-height:24px;color:#18181b;overflow-wrap:anywhere`,
  quote: `margin:4px 0 16px;padding:12px;background-color:#f4f4f5;border-radius:6px;font-family:${MONO};font-size:13px;line-height:20px;color:#18181b;white-space:pre-wrap;overflow-wrap:anywhere`,
  message: `margin:4px 0 16px;padding:2px 0 2px 12px;border-left:3px solid #d4d4d9;font-family:${SANS};font-size:15px;line-height:24px;color:#18181b;overflow-wrap:anywhere`,
  preview: "display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;opacity:0;mso-hide:all",
  items: "margin:0 0 16px",
  item: `padding:10px 0;border-top:1px solid #e8e8eb;font-family:${SANS};font-size:15px;line-height:22px;overflow-wrap:anywhere`,
  detail: "font-size:13px;line-height:20px;color:#565660",
  action: "margin:20px 0 12px",
  button: "background-color:#0d6c90;border-radius:6px",
  buttonLink: `display:inline-block;padding:11px 20px;font-family:${SANS};font-size:15px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none`,
  address: `margin:0;font-family:${SANS};font-size:12px;line-height:18px;color:#565660;overflow-wrap:anywhere;word-break:break-word`,
  note: `margin:16px 0 0;font-family:${SANS};font-size:13px;line-height:20px;color:#565660;overflow-wrap:anywhere`,
  footer: `padding:16px 4px 0;font-family:${SANS};font-size:12px;line-height:18px;color:#565660;overflow-wrap:anywhere`,
  link: "color:#0b6384;text-decoration:underline",
} as const;

/** Style sheet of mails: dark colors. */
export const MAIL_STYLES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .body { background-color: #0f0f11 !important; color: #ededf0 !important; }
  .card { background-color: #19191c !important; border-color: #26262b !important; }
  .text, .brand { color: #ededf0 !important; }
  .muted { color: #a8a8b3 !important; }
  .quote { background-color: #26262b !important; color: #ededf0 !important; }
  .message { border-color: #565660 !important; }
  .item { border-color: #393940 !important; }
  .link { color: #5fbcdc !important; }
  .button { background-color: #0f7599 !important; }
  .button-link { color: #ffffff !important; }
}
`;
