export { PartnerConfigPanel } from './partner-config.panel.tsx'
