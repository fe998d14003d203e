/** Whether a computed style shows dots instead of letters (`-webkit-text-security`, in all current browsers). */
export function isDotted(style: CSSStyleDeclaration & { webkitTextSecurity?: string }): boolean {
  const { webkitTextSecurity = '' } = style;
  return webkitTextSecurity !== '' && webkitTextSecurity !== 'none';
}
