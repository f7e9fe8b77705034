import { type CaptureKind, captureKind } from '../../contract/capture-consent.ts'
import type { ExamSettings } from '../../contract/exam-settings.ts'
import { daysByKind, type RecordingDays, type RecordingKind, recordingKind } from '../../contract/recording-days.ts'

type Flag = 'permitScreenPhoto' | 'permitScreenRecord' | 'permitCamera' | 'permitFaceRecord' | 'permitSecondView'

interface Asked {
  readonly flag: Flag
  readonly kind: CaptureKind
  readonly recordings: readonly RecordingKind[]
  readonly term: string
}

const { screenFilm, cameraFilm, screenPicture, photograph, checkIn } = recordingKind
const flags: readonly Asked[] = [
  {
    flag: 'permitScreenPhoto',
    kind: captureKind.screen,
    recordings: [screenPicture],
    term: '考试期间定时截取您共享的整个屏幕的画面',
  },
  { flag: 'permitScreenRecord', kind: captureKind.screen, recordings: [screenFilm], term: '考试期间录制您共享的整个屏幕的画面' },
  {
    flag: 'permitCamera',
    kind: captureKind.photo,
    recordings: [photograph, checkIn],
    term: '考试期间用摄像头定时拍摄您的照片，第一张为入场照片',
  },
  {
    flag: 'permitFaceRecord',
    kind: captureKind.camera,
    recordings: [cameraFilm],
    term: '考试期间用摄像头录制您的画面，不录声音，不做人脸识别',
  },
  {
    flag: 'permitSecondView',
    kind: captureKind.second,
    recordings: [cameraFilm],
    term: '考试期间用您的手机从侧面录制您的画面，不录声音',
  },
]

/** What an exam records of its candidates, in the words that they are asked to agree to. */
export function captureKindsOf(settings: Pick<ExamSettings, Flag>): { kind: CaptureKind; text: string }[] {
  const on = flags.filter(({ flag }) => settings[flag])
  const kinds = [...new Set(on.map(({ kind }) => kind))]
  return kinds.map((kind) => ({
    kind,
    text: on.flatMap((one) => (one.kind === kind ? [one.term] : [])).join('；'),
  }))
}

/** The same, of these kinds alone where they are given, with how long it stays, as the notice says it. */
export function captureTermsOf(
  settings: Pick<ExamSettings, Flag>,
  days: RecordingDays,
  asked?: ReadonlySet<CaptureKind>,
): string[] {
  const kinds = captureKindsOf(settings).filter(({ kind }) => asked?.has(kind) ?? true)
  return kinds.map(({ kind, text }) => {
    const recordings = flags.flatMap((one) => (one.kind === kind && settings[one.flag] ? one.recordings : []))
    return `${text}；须您同意后进行，可随时撤回，成绩产生后${keptWords([...new Set(recordings)], days)}，到期自动删除。`
  })
}

function keptWords(recordings: readonly RecordingKind[], days: RecordingDays): string {
  const kept = recordings.map((recording) => ({ recording, days: daysByKind(days)[recording] }))
  const [first, ...others] = kept
  if (!first || others.every((one) => one.days === first.days)) return `保存 ${first?.days ?? 0} 天`
  return kept.map((one) => `${recordingKind.label(one.recording)}保存 ${one.days} 天`).join('、')
}
