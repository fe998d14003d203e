// The theme of VitePress with the fonts that readers have.
export { default } from 'vitepress/theme-without-fonts';
