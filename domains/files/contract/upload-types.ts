/** What may be uploaded: kinds of files with their endings, media types and limits. One table for browser and server. */
const megabyte = 1024 * 1024

interface UploadKind {
  readonly label: string
  /** Ending without the dot → media type that downloads are answered with. */
  readonly types: Readonly<Record<string, string>>
  readonly maxMegabytes: number
}

const office = 'application/vnd.openxmlformats-officedocument'

export const uploadKinds = {
  document: {
    label: '文档',
    types: {
      doc: 'application/msword',
      docx: `${office}.wordprocessingml.document`,
      ppt: 'application/vnd.ms-powerpoint',
      pptx: `${office}.presentationml.presentation`,
      xls: 'application/vnd.ms-excel',
      xlsx: `${office}.spreadsheetml.sheet`,
      pps: 'application/vnd.ms-powerpoint',
      pdf: 'application/pdf',
    },
    maxMegabytes: 200,
  },
  image: {
    label: '图片',
    types: { jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', png: 'image/png', bmp: 'image/bmp' },
    maxMegabytes: 10,
  },
  video: {
    label: '视频',
    types: {
      wmv: 'video/x-ms-wmv',
      mp4: 'video/mp4',
      flv: 'video/x-flv',
      avi: 'video/x-msvideo',
      rmvb: 'application/vnd.rn-realmedia-vbr',
      mpg: 'video/mpeg',
      mkv: 'video/x-matroska',
      mov: 'video/quicktime',
      mts: 'video/mp2t',
    },
    maxMegabytes: 2048,
  },
  audio: {
    label: '音频',
    types: {
      w4v: 'audio/mp4',
      m4a: 'audio/mp4',
      wma: 'audio/x-ms-wma',
      wav: 'audio/wav',
      mp3: 'audio/mpeg',
      amr: 'audio/amr',
    },
    maxMegabytes: 200,
  },
  table: { label: 'CSV 表格', types: { csv: 'text/csv; charset=utf-8' }, maxMegabytes: 200 },
  package: { label: '标准课件包', types: { zip: 'application/zip' }, maxMegabytes: 2048 },
  subtitle: {
    label: '字幕',
    types: { srt: 'text/plain; charset=utf-8', vtt: 'text/vtt; charset=utf-8' },
    maxMegabytes: 2,
  },
} as const satisfies Record<string, UploadKind>

export type UploadKindName = keyof typeof uploadKinds

interface PurposeRule {
  readonly kinds: readonly UploadKindName[]
  /** Only these endings of the kinds. */
  readonly only?: readonly string[]
  /** Replaces the kinds' own limits. */
  readonly maxMegabytes?: Partial<Record<UploadKindName, number>>
  readonly refusal?: string
  /** Endings that people try and that have a way round: what they are told instead. */
  readonly wayRound?: Readonly<Record<string, string>>
  /** Taken away after so many days, unless a room keeps it before (`keepFiles`): read once, or of no use until it is handed in. */
  readonly keptDays?: number
  /** It is of no use until it is handed in: its maker may give it up before, whole as it is. */
  readonly waitsForUse?: true
  /** Pictures that people put into texts: answers, questions. */
  readonly isForTexts?: boolean
}

/** What an upload is for decides what is accepted. */
export const uploadPurposes = {
  /** Batch import of people and the like. */
  import: { kinds: ['document'], only: ['xls', 'xlsx'], keptDays: 30 },
  /** Batch import of questions: CSV too. */
  questionImport: { kinds: ['document', 'table'], only: ['xls', 'xlsx', 'csv'], keptDays: 30 },
  /** Batch import of exam rooms: also room files of other systems. */
  roomImport: { kinds: ['document', 'package'], only: ['xls', 'xlsx', 'zip'], maxMegabytes: { package: 20 }, keptDays: 30 },
  editorImage: {
    kinds: ['image'],
    only: ['png', 'jpg', 'jpeg'],
    maxMegabytes: { image: 2 },
    refusal: '请选择图片上传！只支持.png,.jpg,.jpeg格式图片',
    isForTexts: true,
  },
  image: { kinds: ['image'], isForTexts: true },
  /** Logo and icon of a company: shown on every page. */
  branding: { kinds: ['image'], only: ['png', 'jpg', 'jpeg', 'gif'], maxMegabytes: { image: 2 } },
  /** Of a person, for what is printed about them. */
  portrait: {
    kinds: ['image'],
    only: ['png', 'jpg', 'jpeg'],
    maxMegabytes: { image: 2 },
    refusal: '照片只支持 .png、.jpg 格式，不超过 2 MB',
  },
  document: { kinds: ['document'] },
  video: { kinds: ['video'] },
  audio: { kinds: ['audio'] },
  attachment: { kinds: ['document', 'image', 'video', 'audio'] },
  /** What a candidate lays before whoever decides their appeal. */
  appeal: {
    kinds: ['image', 'document'],
    only: ['png', 'jpg', 'jpeg', 'pdf', 'doc', 'docx'],
    maxMegabytes: { document: 20 },
    refusal: '申诉材料只支持图片（.png、.jpg）、PDF 和 Word 文档',
    keptDays: 1,
    waitsForUse: true,
  },
  /** What a reviewer cuts from a recording: kept once it is marked. */
  frame: { kinds: ['image'], only: ['jpg', 'jpeg'], refusal: '截取的画面只支持 .jpg 格式', keptDays: 1, waitsForUse: true },
  courseware: {
    kinds: ['document', 'image', 'video', 'audio', 'package'],
    maxMegabytes: { video: 204_800 },
    keptDays: 7,
    waitsForUse: true,
    wayRound: { h5p: 'H5P 课件请先导出为 SCORM 包（.zip）再上传' },
  },
  /** Read once: kept as subtitles of a courseware, in one form. */
  subtitle: { kinds: ['subtitle'], refusal: '字幕只支持 .srt、.vtt 文件', keptDays: 1 },
} as const satisfies Record<string, PurposeRule>

export type UploadPurpose = keyof typeof uploadPurposes

export const uploadTexts = {
  typeRefused: '上传文件格式与要求不符！',
  tooLarge: (megabytes: number) => `上传文件过大！最大可上传${megabytes}M的文件!`,
  tooMany: (limit: number) => `最多可上传${limit}个文件！`,
  empty: '文件没有内容，请重新选择',
}

/** The folder of the store in which everything lies, as the specification names it. */
export const uploadFolder = 'jztb'

/** Slices of 5 MiB, larger ones only where a store's limit of 10,000 slices would be passed. */
export const sliceBytes = 5_242_880
const mostSlices = 10_000

export function sliceBytesFor(sizeBytes: number): number {
  const needed = Math.ceil(sizeBytes / mostSlices)
  return needed <= sliceBytes ? sliceBytes : Math.ceil(needed / megabyte) * megabyte
}

export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
}

export interface UploadRule {
  readonly kind: UploadKindName
  readonly contentType: string
  readonly maxMegabytes: number
  readonly maxBytes: number
}

/** The rule for a file of this name, or undefined when it is not accepted for the purpose. */
export function uploadRuleOf(purpose: UploadPurpose, name: string): UploadRule | undefined {
  const rule: PurposeRule = uploadPurposes[purpose]
  const extension = extensionOf(name)
  if (rule.only && !rule.only.includes(extension)) return undefined
  for (const kind of rule.kinds) {
    const table: UploadKind = uploadKinds[kind]
    const contentType = Object.hasOwn(table.types, extension) ? table.types[extension] : undefined
    if (contentType === undefined) continue
    const maxMegabytes = rule.maxMegabytes?.[kind] ?? table.maxMegabytes
    return { kind, contentType, maxMegabytes, maxBytes: maxMegabytes * megabyte }
  }
  return undefined
}

/** Endings accepted for a purpose, as a file input wants them: `.png,.jpg`. */
export function acceptOf(purpose: UploadPurpose): string {
  const rule: PurposeRule = uploadPurposes[purpose]
  const all = rule.kinds.flatMap((kind) => Object.keys(uploadKinds[kind].types))
  return all
    .filter((extension) => !rule.only || rule.only.includes(extension))
    .map((extension) => `.${extension}`)
    .join(',')
}

/** The Chinese text that refuses a file, or undefined when it may be uploaded. The server decides by the same rule. */
export function uploadProblem(purpose: UploadPurpose, file: { name: string; sizeBytes?: number }): string | undefined {
  const rule = uploadRuleOf(purpose, file.name)
  if (!rule) return typeRefusal(purpose, file.name)
  if (file.sizeBytes === undefined) return undefined
  if (file.sizeBytes > rule.maxBytes) return uploadTexts.tooLarge(rule.maxMegabytes)
  return file.sizeBytes === 0 ? uploadTexts.empty : undefined
}

/** Days after which a file for the purpose goes; undefined: it stays. */
export function keptDaysOf(purpose: UploadPurpose): number | undefined {
  const rule: PurposeRule = uploadPurposes[purpose]
  return rule.keptDays
}

export function waitsForUse(purpose: UploadPurpose): boolean {
  const rule: PurposeRule = uploadPurposes[purpose]
  return rule.waitsForUse === true
}

export function isForTexts(purpose: UploadPurpose): boolean {
  const rule: PurposeRule = uploadPurposes[purpose]
  return rule.isForTexts === true
}

export function typeRefusal(purpose: UploadPurpose, name: string): string {
  const rule: PurposeRule = uploadPurposes[purpose]
  const extension = extensionOf(name)
  const round = rule.wayRound && Object.hasOwn(rule.wayRound, extension) ? rule.wayRound[extension] : undefined
  return round ?? rule.refusal ?? uploadTexts.typeRefused
}

/** Of a file that is not what its ending says. */
export function contentRefusal(name: string): string {
  const extension = extensionOf(name)
  const isPicture = ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'webp'].includes(extension)
  const what = `文件内容不是 .${extension}，可能改过扩展名或已损坏${isPicture ? '，或图片超过 6400 万像素' : ''}`
  return `${what}。请在本机确认能够打开，另存为正确的格式后重新上传`
}
