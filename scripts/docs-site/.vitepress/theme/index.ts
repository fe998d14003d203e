// The VitePress theme with system fonts.
export { default } from 'vitepress/theme-without-fonts';
