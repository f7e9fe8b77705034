export { ViewAsBanner } from './view-as-banner.tsx'
