export {
  type Actor,
  type Confinement,
  type DataScope,
  dataScopeShape,
  hasConsole,
  mayUse,
  narrowScopeShape,
  noScope,
  scopeOn,
} from './actor.ts'
export { apiDocsModule } from './api-docs.ts'
export { type AppOptions, createApp } from './app.ts'
export { idleLimitMs } from './authenticate.ts'
export { type CategoryTable, categoriesIn } from './category/category-table.sql.ts'
export { type Branch, branchOf, type NoPlace, treeOf, whyNotBelow } from './category/category-tree.ts'
export { type FiledCategory, filedIn } from './category/filed-things.sql.ts'
export { cleanMarkup, MarkupBudget, type MarkupRules, TooComplexMarkup, tooComplexMarkup } from './clean-markup.ts'
export { closeWithin } from './close-within.ts'
export { looksUpContact } from './contact-lookup.ts'
export { contentDisposition, safeFileName } from './content-disposition.ts'
export { type Certificate, createServer } from './create-server.ts'
export { databaseClock, databaseNow, watchDatabaseClock } from './database-clock.ts'
export {
  bindDb,
  type Db,
  enterCompany,
  inSavepoint,
  inTransaction,
  rowsOfPrepared,
  runPrepared,
  type Statement,
} from './db.ts'
export { drainJobs } from './drain-jobs.ts'
export { emit, emitAll, event, type Listener, listener, type RoomEvent } from './events.ts'
export { type DatabaseError, type Fail, type FailureDetail, failureText, isDatabaseError, ProtocolFailure } from './failure.ts'
export type { ChangeWindow } from './feed/feed.sql.ts'
export { type Feed, type FeedReader, type FeedSource, numberNews, readNews } from './feed/feed.ts'
export { runApart, TooHeavy } from './heavy-work.ts'
export {
  type Backlog,
  type Context,
  type FileAnswer,
  type Handler,
  type Handlers,
  type Implemented,
  implement,
  type LogEntry,
  type Module,
  type RawServices,
  type RequestFacts,
  type Services,
  type Sweep,
} from './implement.ts'
export { enqueue, type Job, type JobContext, type JobOptions, job } from './jobs.ts'
export { lit } from './lit.ts'
export { logSerializers } from './log-serializers.ts'
export { missingIds } from './missing-ids.ts'
export { networkOf } from './network-of.ts'
export { Pace } from './pace.ts'
export { type PublicUrl, publicUrlPattern, siteOf } from './public-url.ts'
export { quietConnection } from './quiet-connection.ts'
export { limitRate } from './rate-limit.ts'
export { readiness } from './readiness.ts'
export { refreshStatistics } from './refresh-statistics.ts'
export { changesOf, countOf, findOne, hasRows, idOf, idRow, idsOf, oneOf, rowsOf, rowsOfNamed, runNamed } from './rows.ts'
export { openSecret, sealSecret } from './sealed-secret.ts'
export { type Session, SessionCache, type SessionSource } from './session-cache.ts'
export { appKeyOf, hashToken, sign, signKeyOf } from './signature.ts'
export { TotalCache } from './total-cache.ts'
export { type Subject, Troubles } from './troubles.ts'
export { endConnection } from './unavailable.ts'
export { startWorker, type Worker } from './worker.ts'
