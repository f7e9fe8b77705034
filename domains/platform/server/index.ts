import { implement, type Module } from '@kaopei/server'
import { company } from '../contract/company.ts'
import { operationLog } from '../contract/operation-log.ts'
import { findCompany } from './company.sql.ts'
import { logExport } from './operation-log.export.ts'
import { operationLogHandlers } from './operation-log.handlers.ts'

export { createCompany, type NewCompany } from './company.sql.ts'
export { recordUse, type Use } from './consumption.sql.ts'

/** `rooms` are the modules of all rooms: the log names what was done as their contracts do. */
export function platformModule(rooms: readonly Module[]): Module {
  const contracts = [...rooms.flatMap((room) => room.endpoints.map(({ endpoint }) => endpoint)), ...Object.values(operationLog)]
  const logged = contracts.filter(({ facts }) => typeof facts.audit === 'object')
  const summaries = new Map(logged.map(({ facts }) => [facts.path, facts.summary]))
  const exportJob = logExport(summaries)
  return {
    endpoints: [
      ...implement(operationLog, operationLogHandlers(summaries, exportJob)),
      ...implement(company, { getCompanyInfo: (_input, { actor, db }) => findCompany(db, actor.companyId) }),
    ],
    jobs: [exportJob.job],
  }
}
