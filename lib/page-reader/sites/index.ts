export { siteAt } from './all-sites.ts';
export { captureSite } from './capture-site.ts';
