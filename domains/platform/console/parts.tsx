export { PartnerConfigPanel } from './partner-config.panel.tsx'
export { QuotaUsed } from './quota-used.tsx'
