import type { LogWords } from '@kaopei/contract'
import { implement, type Module } from '@kaopei/server'
import { company } from '../contract/company.ts'
import { platformErrors } from '../contract/errors.ts'
import { platformLogWords } from '../contract/log-words.ts'
import { operationLog } from '../contract/operation-log.ts'
import { partnerConfig } from '../contract/partner-config.ts'
import { thirdConfig } from '../contract/third-config.ts'
import { companyHandlers } from './company.handlers.ts'
import { logExport } from './operation-log.export.ts'
import { operationLogHandlers } from './operation-log.handlers.ts'
import { partnerConfigHandlers } from './partner-config.handlers.ts'
import { LoggedLabels } from './rules/logged-labels.ts'
import { thirdConfigHandlers } from './third-config.handlers.ts'

export { createCompany, type NewCompany, timeZoneOf } from './company.sql.ts'
export { companiesByIds, companiesNamed, type NamedCompany } from './company-names.sql.ts'
export { companySite } from './company-site.ts'
export { recordUse, recordUses, type Use } from './consumption.sql.ts'
export { quotaAndUse, subjectsNamed, sumOfUses, withinDays } from './ledger.sql.ts'
export { guardUses, type NoUsesLeft } from './quota.ts'
export {
  applyPackage,
  insertCompany,
  type MenuPackage,
  type MenuWords,
  resumeCompany,
  setValidUntil,
  suspendCompany,
  type Terms,
  updateTerms,
} from './terms.sql.ts'

const contractOf = ({ endpoints }: Pick<Module, 'endpoints'>) => endpoints.map(({ endpoint }) => endpoint)

/** `rooms` are the modules of all rooms: the log names what was done as their contracts do, and fields by the words of them all. */
export function platformModule(rooms: readonly Module[], words: LogWords = platformLogWords): Module {
  const endpoints = [
    ...implement(company, companyHandlers),
    ...implement(partnerConfig, partnerConfigHandlers),
    ...implement(thirdConfig, thirdConfigHandlers, { third_config_kind_unique: platformErrors.thirdKindTaken }),
  ]
  const contracts = [...[...rooms, { endpoints }].map(contractOf), Object.values(operationLog)]
  const logged = contracts.flat().filter(({ facts }) => typeof facts.audit === 'object')
  const summaries = new Map(logged.map(({ facts }) => [facts.path, facts.summary]))
  const readings = { summaries, words, labels: new LoggedLabels(contracts) }
  const exportJob = logExport(readings)
  return {
    endpoints: [...implement(operationLog, operationLogHandlers({ ...readings, rooms }, exportJob)), ...endpoints],
    jobs: [exportJob.job],
  }
}
