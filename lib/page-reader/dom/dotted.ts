/** Does a computed style show dots instead of letters, whatever is written (`-webkit-text-security`, in all browsers of today)? */
export function isDotted(style: CSSStyleDeclaration & { webkitTextSecurity?: string }): boolean {
  const { webkitTextSecurity = '' } = style;
  return webkitTextSecurity !== '' && webkitTextSecurity !== 'none';
}
