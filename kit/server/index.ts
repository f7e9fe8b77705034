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
} from './calls/actor.ts'
export { idleLimitMs } from './calls/authenticate.ts'
export {
  type DatabaseError,
  type Fail,
  type FailureDetail,
  failureText,
  isDatabaseError,
  ProtocolFailure,
} from './calls/failure.ts'
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
} from './calls/implement.ts'
export { networkOf } from './calls/network-of.ts'
export { limitRate } from './calls/rate-limit.ts'
export { type Session, SessionCache, type SessionSource } from './calls/session-cache.ts'
export { appKeyOf, hashToken, sign, signKeyOf } from './calls/signature.ts'
export { endConnection } from './calls/unavailable.ts'
export { type CategoryTable, categoriesIn } from './category/category-table.sql.ts'
export { type Branch, branchOf, type NoPlace, treeOf, whyNotBelow } from './category/category-tree.ts'
export { type FiledCategory, filedIn } from './category/filed-things.sql.ts'
export { cleanMarkup, MarkupBudget, type MarkupRules, TooComplexMarkup, tooComplexMarkup } from './clean-markup.ts'
export { looksUpContact } from './database/contact-lookup.ts'
export { databaseClock, databaseNow, watchDatabaseClock } from './database/database-clock.ts'
export {
  bindDb,
  type Db,
  enterCompany,
  inSavepoint,
  inTransaction,
  rowsOfPrepared,
  runPrepared,
  type Statement,
} from './database/db.ts'
export { Gathering, unhurried } from './database/gathering.ts'
export { lit } from './database/lit.ts'
export { missingIds } from './database/missing-ids.ts'
export { quietConnection } from './database/quiet-connection.ts'
export { refreshStatistics } from './database/refresh-statistics.ts'
export {
  changesOf,
  countOf,
  findOne,
  hasRows,
  idOf,
  idRow,
  idsOf,
  oneOf,
  rowsOf,
  rowsOfNamed,
  runNamed,
  streamOf,
} from './database/rows.ts'
export { openSecret, sealSecret } from './database/sealed-secret.ts'
export { storable } from './database/storable.ts'
export { TotalCache } from './database/total-cache.ts'
export type { ChangeWindow } from './feed/feed.sql.ts'
export { type Feed, type FeedReader, type FeedSource, numberNews, readNews } from './feed/feed.ts'
export { apiDocsModule } from './http/api-docs.ts'
export { type AppOptions, createApp } from './http/app.ts'
export { closeWithin } from './http/close-within.ts'
export { contentDisposition, safeFileName } from './http/content-disposition.ts'
export { type Certificate, createServer } from './http/create-server.ts'
export { isFromNetwork } from './http/from-network.ts'
export { logSerializers } from './http/log-serializers.ts'
export { isHostname, isHostOfSite, type PublicUrl, publicUrlPattern, siteOf } from './http/public-url.ts'
export { readiness } from './http/readiness.ts'
export { drainJobs } from './jobs/drain-jobs.ts'
export { emit, emitAll, event, type Listener, listener, type RoomEvent } from './jobs/events.ts'
export { runApart, TooHeavy } from './jobs/heavy-work.ts'
export { enqueue, type Job, type JobContext, type JobOptions, job } from './jobs/jobs.ts'
export { Pace } from './jobs/pace.ts'
export { Trickle } from './jobs/trickle.ts'
export { type Subject, Troubles } from './jobs/troubles.ts'
export { Turns } from './jobs/turns.ts'
export { startWorker, type Worker } from './jobs/worker.ts'
