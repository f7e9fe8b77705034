import { type ReactNode, useEffect, useState } from 'react'

const moveEveryMs = 7000

/** Says whose screen this is. It deters whoever films it and hinders nobody who wants to; the page says that it is there. */
export function Watermark({ name, account }: { name: string; account: string }): ReactNode {
  const [place, setPlace] = useState(0)
  // It wanders, so that no corner is cut off for good.
  useEffect(() => {
    const timer = setInterval(() => setPlace((before) => before + 1), moveEveryMs)
    return () => clearInterval(timer)
  }, [])
  const style = { left: `${(place * 37) % 70}%`, top: `${(place * 53) % 80}%` }
  return <span className="learn-watermark" style={style} data-words={`${name} ${account}`} aria-hidden />
}
