/** Which tab of which browser this is, and what the tabs of one browser tell each other about who is answering. */
import { randomId } from '@kaopei/web/client'

const channelName = 'kaopei-sitting'
const askMs = 200

interface Message {
  readonly kind: 'who' | 'here' | 'taken'
  readonly tab: string
  readonly attemptId?: string
}

const browserKey = 'kaopei.device'

/** What the server knows this browser by; a killed browser may have lost it, and would look like another one. */
export const browserName = () => kept(() => localStorage, browserKey)
export const giveBackBrowserName = (name: string) => keep(() => localStorage, browserKey, name)

let tabId: Promise<string> | undefined

/** `<browser>:<tab>`. A duplicated tab inherits the storage of its original and so must ask whether the name is taken. */
export async function deviceName(): Promise<string> {
  tabId ??= claimTab()
  return `${browserName()}:${await tabId}`
}

async function claimTab(): Promise<string> {
  const name = kept(() => sessionStorage, 'kaopei.tab')
  const isTaken = await ask({ kind: 'who', tab: name })
  const mine = isTaken ? randomId() : name
  if (isTaken) keep(() => sessionStorage, 'kaopei.tab', mine)
  listen((message, answer) => {
    if (message.kind === 'who' && message.tab === mine) answer({ kind: 'here', tab: mine })
  })
  return mine
}

export interface LeaseChannel {
  /** Is some tab of this browser alive that is answering the attempt? */
  isHeldHere(): Promise<boolean>
  /** Tells the others that this tab goes on from here. */
  announce(): void
  close(): void
}

/** `onTaken`: another tab of this browser took the attempt over. `holds`: this tab is the one that answers. */
export async function openLeaseChannel(attemptId: string, holds: () => boolean, onTaken: () => void): Promise<LeaseChannel> {
  const tab = (await deviceName()).split(':')[1] ?? ''
  const close = listen((message, answer) => {
    if (message.attemptId !== attemptId || message.tab === tab) return
    if (message.kind === 'who' && holds()) answer({ kind: 'here', tab, attemptId })
    if (message.kind === 'taken' && holds()) onTaken()
  })
  return {
    isHeldHere: () => ask({ kind: 'who', tab, attemptId }),
    announce: () => post({ kind: 'taken', tab, attemptId }),
    close,
  }
}

function ask(question: Message): Promise<boolean> {
  const channel = openChannel()
  if (!channel) return Promise.resolve(false)
  return new Promise((resolve) => {
    const end = (isAnswered: boolean) => {
      clearTimeout(timer)
      channel.close()
      resolve(isAnswered)
    }
    const timer = setTimeout(() => end(false), askMs)
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'here' && data.attemptId === question.attemptId) end(true)
    }
    channel.postMessage(question)
  })
}

function listen(hear: (message: Message, answer: (message: Message) => void) => void): () => void {
  const channel = openChannel()
  if (!channel) return () => undefined
  // On a slow machine a page that goes away lives on for seconds: whoever is loaded in its place must not take it for another tab.
  let isGoing = false
  const leave = () => {
    isGoing = true
  }
  const back = () => {
    isGoing = false
  }
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', back)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (!isGoing) hear(data, (message) => channel.postMessage(message))
  }
  return () => {
    window.removeEventListener('pagehide', leave)
    window.removeEventListener('pageshow', back)
    channel.close()
  }
}

function post(message: Message): void {
  const channel = openChannel()
  channel?.postMessage(message)
  channel?.close()
}

function openChannel(): BroadcastChannel | undefined {
  return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName)
}

/** Storage may be forbidden; the name then lives as long as the page. */
const inMemory = new Map<string, string>()
function kept(storage: () => Storage, key: string): string {
  try {
    const known = storage().getItem(key)
    if (known && /^[\w-]{8,64}$/.test(known)) return known
    const fresh = randomId()
    storage().setItem(key, fresh)
    return fresh
  } catch {
    const fresh = inMemory.get(key) ?? randomId()
    inMemory.set(key, fresh)
    return fresh
  }
}

function keep(storage: () => Storage, key: string, value: string): void {
  try {
    storage().setItem(key, value)
  } catch {
    inMemory.set(key, value)
  }
}
