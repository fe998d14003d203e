export { captureSite } from './site-content.ts';
export { siteAt } from './sites.ts';
