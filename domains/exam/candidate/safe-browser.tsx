import { call, downloadFile } from '@kaopei/web/client'
import type { ReactNode } from 'react'
import { safeBrowser } from '../contract/safe-browser.ts'

/** What Safe Exam Browser gives to pages (macOS, iOS). */
interface SafeExamBrowserApi {
  readonly security?: {
    readonly configKey?: string
    readonly browserExamKey?: string
    readonly updateKeys?: (done: () => void) => void
  }
}

function api(): SafeExamBrowserApi | undefined {
  return 'SafeExamBrowser' in window ? (window.SafeExamBrowser as SafeExamBrowserApi) : undefined // what the browser puts there
}

/** What the browser calls itself: enough for a hint, never for letting anybody in. */
export const isCalledSafe = (): boolean => api() !== undefined || /\bSEB\//.test(navigator.userAgent)

const backName = 'kaopei-safe-back'

/** The page that asked for the keys, once; only the candidate's own pages. */
export function takeBackPath(examId: string): string {
  const kept = sessionStorage.getItem(backName)
  sessionStorage.removeItem(backName)
  return kept === `/trial/${examId}` ? kept : `/exam/${examId}`
}

/** Where the browser sends no headers: on to the page whose address is good for one answer. False: this is no such browser. */
export async function showKeys(examId: string, backTo = `/exam/${examId}`): Promise<boolean> {
  if (!api()?.security) return false
  sessionStorage.setItem(backName, backTo)
  const { path } = await call(safeBrowser.nonce, { examId })
  window.location.assign(path)
  return true
}

/** The hashes of this page's address; older versions make them when they are asked to. */
export async function readKeys(): Promise<{ configHash?: string; requestHash?: string }> {
  const security = api()?.security
  const { updateKeys } = security ?? {}
  if (updateKeys) await new Promise<void>((done) => updateKeys(done))
  const { configKey: configHash, browserExamKey: requestHash } = api()?.security ?? {}
  return { ...(configHash && { configHash }), ...(requestHash && { requestHash }) }
}

interface HintProps {
  readonly examId: string
  /** There is a configuration of ours to download; otherwise the organiser hands one out. */
  readonly hasConfig: boolean
}

export function SafeBrowserHint(props: HintProps): ReactNode {
  return (
    <div role="alert" className="warn-text">
      <p>
        <HowToOpen {...props} />
      </p>
    </div>
  )
}

/** What to install, and with what to open the exam; `name`: of the exam, where a page has several. */
export function HowToOpen({ examId, hasConfig, name }: HintProps & { readonly name?: string }): ReactNode {
  const need = '本场考试须在 Safe Exam Browser（考试专用浏览器）中作答。请先安装该浏览器，再'
  if (!hasConfig) return `${need}用考试组织者发放的配置打开考试；没有收到配置的，请联系组织者。`
  return (
    <>
      {need}
      <button
        type="button"
        className="plain"
        {...(name !== undefined && { 'aria-label': `下载本场考试的配置：${name}` })}
        onClick={() => void downloadFile(safeBrowser.ownConfig, { examId }).catch(() => undefined)}
      >
        下载本场考试的配置
      </button>
      并双击打开。
    </>
  )
}
