import { type ReactNode, useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

/** A thin bar at the top while a screen is under way; quick ones show none. */
export function ProgressBar(): ReactNode {
  const isBusy = useNavigation().state !== 'idle'
  const [share, setShare] = useState(0)
  // Creeps towards the end without ever reaching it: nobody knows how long a chunk takes.
  useEffect(() => {
    if (!isBusy) return setShare(0)
    const timer = setInterval(() => setShare((before) => (before === 0 ? 20 : before + (95 - before) * 0.15)), 150)
    return () => clearInterval(timer)
  }, [isBusy])
  if (share === 0) return null
  return <div className="kp-progress" role="progressbar" aria-label="页面加载中" style={{ width: `${share}%` }} />
}
