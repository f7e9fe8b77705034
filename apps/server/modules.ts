import { join } from 'node:path'
import { accessMenus } from '@kaopei/access/contract/menus'
import { accessModule } from '@kaopei/access/server'
import { certificateMenus } from '@kaopei/certificate/contract/menus'
import { certificateModule } from '@kaopei/certificate/server'
import { collectMenus } from '@kaopei/collect/contract/menus'
import { collectModule } from '@kaopei/collect/server'
import { apiDocsMenu, type Menu } from '@kaopei/contract'
import { courseMenus } from '@kaopei/course/contract/menus'
import { courseModule, learningModule, progressModule, reminderModule } from '@kaopei/course/server'
import { coursewareMenus } from '@kaopei/courseware/contract/menus'
import { coursewareModule } from '@kaopei/courseware/server'
import { evaluationMenus } from '@kaopei/evaluation/contract/menus'
import { evaluationModule } from '@kaopei/evaluation/server'
import { examMenus } from '@kaopei/exam/contract/menus'
import { examModule, outerJoinModule } from '@kaopei/exam/server'
import { type BlobStore, EvidenceFolder, type EvidenceStore, FolderStore, filesModule, S3Store } from '@kaopei/files/server'
import { identityMenus } from '@kaopei/identity/contract/menus'
import { identityModule, loadPasswordKeys, type PasswordKeys, sessionSource } from '@kaopei/identity/server'
import { instructorMenus } from '@kaopei/instructor/contract/menus'
import { instructorModule } from '@kaopei/instructor/server'
import { jobsMenus } from '@kaopei/jobs/contract/menus'
import { jobsModule } from '@kaopei/jobs/server'
import { markingMenus } from '@kaopei/marking/contract/menus'
import { markingModule } from '@kaopei/marking/server'
import { messagingMenus } from '@kaopei/messaging/contract/menus'
import { channelsOf, type Drivers, messagingModule, smsDriver, smtpDriver } from '@kaopei/messaging/server'
import { orgMenus } from '@kaopei/org/contract/menus'
import { acceptanceModule, orgModule, seesStaff } from '@kaopei/org/server'
import { platformMenus } from '@kaopei/platform/contract/menus'
import { platformModule } from '@kaopei/platform/server'
import { practiceMenus } from '@kaopei/practice/contract/menus'
import { practiceModule } from '@kaopei/practice/server'
import { proctoringMenus } from '@kaopei/proctoring/contract/menus'
import { proctoringModule } from '@kaopei/proctoring/server'
import { questionMenus } from '@kaopei/question/contract/menus'
import { questionModule } from '@kaopei/question/server'
import { questionnaireMenus } from '@kaopei/questionnaire/contract/menus'
import { questionnaireModule } from '@kaopei/questionnaire/server'
import { resultMenus } from '@kaopei/result/contract/menus'
import { resultModule } from '@kaopei/result/server'
import { apiDocsModule, type Module, type PublicUrl, type RawServices, type Services, type SessionSource } from '@kaopei/server'
import { shareMenus } from '@kaopei/share/contract/menus'
import { shareModule } from '@kaopei/share/server'
import { sittingModule } from '@kaopei/sitting/server'
import { skillMenus } from '@kaopei/skill/contract/menus'
import { skillModule } from '@kaopei/skill/server'
import { tenantMenus } from '@kaopei/tenant/contract/menus'
import { tenantModule } from '@kaopei/tenant/server'
import { trainingMenus } from '@kaopei/training/contract/menus'
import { trainingModule } from '@kaopei/training/server'
import { userGroupMenus } from '@kaopei/usergroup/contract/menus'
import { usergroupModule } from '@kaopei/usergroup/server'
import { venueMenus } from '@kaopei/venue/contract/menus'
import { venueModule } from '@kaopei/venue/server'
import { type RoomName, rooms } from '../../tools/rooms.ts'
import { allLogWords } from '../log-words.ts'
import { type Config, ConfigFailure } from './config.ts'
import { ContentServer } from './content-server.ts'
import type { StoragePlaces } from './pages.ts'
import { smsSettingsOf } from './sms-config.ts'

const menusOf: Readonly<Record<RoomName, readonly Menu[]>> = {
  identity: identityMenus,
  files: [],
  jobs: jobsMenus,
  platform: platformMenus,
  messaging: messagingMenus,
  share: shareMenus,
  org: orgMenus,
  usergroup: userGroupMenus,
  collect: collectMenus,
  access: accessMenus,
  tenant: tenantMenus,
  question: questionMenus,
  learning: [],
  instructor: instructorMenus,
  courseware: coursewareMenus,
  paper: [],
  sitting: [],
  venue: venueMenus,
  exam: examMenus,
  result: resultMenus,
  marking: markingMenus,
  proctoring: proctoringMenus,
  practice: practiceMenus,
  questionnaire: questionnaireMenus,
  course: courseMenus,
  training: trainingMenus,
  skill: skillMenus,
  evaluation: evaluationMenus,
  certificate: certificateMenus,
}

/** Every menu of every room. */
export const menus: readonly Menu[] = [...rooms.flatMap(({ name }) => menusOf[name]), apiDocsMenu]

/** The modules of each room. Those of access and platform speak of what all the others have, whatever their place in the list. */
export function roomModules(
  passwordKeys: PasswordKeys,
  drivers: Partial<Drivers> = {},
): ReadonlyMap<RoomName, readonly Module[]> {
  const made: Record<Exclude<RoomName, 'access' | 'platform'>, readonly Module[]> = {
    identity: [identityModule({ menus, passwordKeys, seesStaff })],
    files: [filesModule],
    jobs: [jobsModule],
    share: [shareModule],
    messaging: [messagingModule(drivers)],
    org: [orgModule, acceptanceModule(passwordKeys)],
    usergroup: [usergroupModule],
    collect: [collectModule],
    question: [questionModule],
    learning: [],
    instructor: [instructorModule],
    courseware: [coursewareModule],
    paper: [],
    sitting: [sittingModule],
    venue: [venueModule],
    exam: [examModule, outerJoinModule(passwordKeys)],
    result: [resultModule],
    marking: [markingModule],
    proctoring: [proctoringModule],
    practice: [practiceModule],
    questionnaire: [questionnaireModule],
    course: [courseModule, learningModule, progressModule, reminderModule],
    training: [trainingModule],
    skill: [skillModule],
    evaluation: [evaluationModule],
    certificate: [certificateModule],
    tenant: [tenantModule({ menus, passwordKeys })],
  }
  const others = Object.values(made).flat()
  const access = accessModule({ menus, rooms: others })
  const all = { ...made, access: [access], platform: [platformModule([...others, access], allLogWords)] }
  return new Map(rooms.map(({ name }) => [name, all[name]]))
}

/** Every room's module. */
export function modulesOf(passwordKeys: PasswordKeys, drivers: Partial<Drivers> = {}): readonly Module[] {
  const all = [...roomModules(passwordKeys, drivers).values()].flat()
  return [...all, apiDocsModule(all)]
}

export interface Assembly {
  readonly modules: readonly Module[]
  readonly services: RawServices
  readonly sessionSource: SessionSource
  /** Buckets that browsers send to and fetch from themselves. */
  readonly storage: StoragePlaces
  readonly contents: ContentServer
}

/** The rooms with the parts of this deployment: stores, mail, keys. */
export function assemble(config: Config, base: Omit<RawServices, keyof Services> & Pick<Services, 'secret' | 'log'>): Assembly {
  const passwordKeys = loadPasswordKeys({ dataDir: config.dataDir, pem: config.KAOPEI_RSA_KEY })
  const drivers = driversOf(config)
  const blobs = storeOf(config, base.secret)
  const evidence = evidenceStoreOf(config)
  const publicUrl = publicUrlOf(config)
  const contents = new ContentServer(config, publicUrl)
  const channels = channelsOf(drivers)
  const services: RawServices = { ...base, publicUrl, channels, blobs, evidence, contents }
  return {
    modules: modulesOf(passwordKeys, drivers),
    services,
    sessionSource: sessionSource(base.pool, menus),
    contents,
    storage: {
      files: blobs instanceof S3Store ? [blobs.direct.place] : [],
      evidence: evidence.direct ? [evidence.direct.place] : [],
    },
  }
}

/** Who carries messages; what is absent has nobody. */
export function driversOf(config: Config): Partial<Drivers> {
  const sms = smsSettingsOf(config)
  return {
    ...(config.SMTP_URL && { mail: smtpDriver({ url: config.SMTP_URL, from: config.SMTP_FROM }) }),
    ...(sms && { sms: smsDriver(sms) }),
  }
}

/** Unless somebody says where people open the product, links lead to this machine, where every name under localhost is a company's host. */
function publicUrlOf({ KAOPEI_PUBLIC_URL: pattern, PORT, tls }: Config): PublicUrl {
  if (pattern !== undefined) return { pattern, isConfigured: true }
  return { pattern: `${tls ? 'https' : 'http'}://{company}.localhost:${PORT}`, isConfigured: false }
}

function storeOf(config: Config, secret: string): BlobStore {
  return bucketOf(config, config.S3_BUCKET) ?? new FolderStore({ folder: join(config.dataDir, 'files'), secret })
}

/** Apart from the files: recordings have a bucket of their own, whose rules (who reads it, how long it keeps versions) are stricter. */
function evidenceStoreOf(config: Config): EvidenceStore {
  const bucket = config.KAOPEI_EVIDENCE_BUCKET ?? `${config.S3_BUCKET}-evidence`
  return bucketOf(config, bucket) ?? new EvidenceFolder(join(config.dataDir, 'evidence'))
}

function bucketOf(config: Config, bucket: string): S3Store | undefined {
  if (!config.S3_ENDPOINT) return undefined
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  if (!accessKeyId || !secretAccessKey) throw new ConfigFailure('使用 S3 存储时请设置 S3_ACCESS_KEY_ID 和 S3_SECRET_ACCESS_KEY')
  return new S3Store({
    endpoint: config.S3_ENDPOINT,
    bucket,
    region: config.S3_REGION,
    accessKeyId,
    secretAccessKey,
    isPathStyle: true,
  })
}
