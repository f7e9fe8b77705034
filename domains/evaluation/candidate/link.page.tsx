import { deviceName } from '@kaopei/sitting/candidate'
import { Show, useLoad } from '@kaopei/web/candidate'
import { assemblyInfo, call, isApiError } from '@kaopei/web/client'
import { type ReactNode, useCallback } from 'react'
import { evaluationLink } from '../contract/answering-link.ts'
import { raterRole } from '../contract/codes.ts'
import { linkCalls } from './answer-calls.ts'
import { End, EvaluationSitting } from './sitting.tsx'

const keyOf = (token: string) => `kaopei.evaluate.${token.slice(0, 8)}`

/** /evaluate?token=…: an evaluation of somebody else by a link that this one device may open. */
export default function LinkPage(): ReactNode {
  const token = new URLSearchParams(location.search).get('token') ?? ''
  const load = useCallback(async () => {
    await assemblyInfo()
    try {
      const deviceKey = keptKey(token)
      const input = { token, device: await deviceName(), ...(deviceKey && { deviceKey }) }
      const opened = await call(evaluationLink.open, input, { silent: true, as: 'nobody' })
      keepKey(token, opened.deviceKey)
      return { opened }
    } catch (error) {
      // A refusal is an answer, with words of its own; without an answer it is tried again.
      if (isApiError(error) && !error.isForeign && error.code > 0) return { refusal: error.message }
      throw error
    }
  }, [token])
  const loaded = useLoad(load)
  return (
    <main className="page narrow">
      <Show loaded={loaded}>
        {(found) =>
          'refusal' in found ? (
            <End text={found.refusal ?? ''} />
          ) : (
            <>
              <p className="note">{found.opened.companyName}</p>
              <div className="page-title">
                <h1>{found.opened.appointmentName}</h1>
              </div>
              <p className="note">
                {found.opened.scaleName} · 评价 {found.opened.personName}（{raterRole.label(found.opened.role)}）
              </p>
              <EvaluationSitting
                opened={found.opened}
                calls={linkCalls({ token, deviceKey: found.opened.deviceKey })}
                after={() => <p className="note">可以关闭这个页面了。</p>}
              />
            </>
          )
        }
      </Show>
    </main>
  )
}

/** Storage may be forbidden: the link then lives as long as the page. */
function keptKey(token: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(token)) ?? undefined
  } catch {
    return undefined
  }
}

function keepKey(token: string, key: string): void {
  try {
    localStorage.setItem(keyOf(token), key)
  } catch {
    // See above.
  }
}
