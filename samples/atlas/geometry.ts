/** Distances, bearings and daylight on a sphere. */
import type { Point } from './places.js';

/** Mean radius of the Earth, kilometres (IUGG). */
const earthRadius = 6371.0088;
const degree = Math.PI / 180;

/** Great-circle distance in kilometres (haversine). */
export function kilometresBetween(from: Point, to: Point): number {
  const latitudes = Math.sin(((to.latitude - from.latitude) * degree) / 2) ** 2;
  const longitudes = Math.sin(((to.longitude - from.longitude) * degree) / 2) ** 2;
  const half = latitudes + Math.cos(from.latitude * degree) * Math.cos(to.latitude * degree) * longitudes;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** Initial bearing in degrees clockwise from north. */
export function bearing(from: Point, to: Point): number {
  const turn = (to.longitude - from.longitude) * degree;
  const [start, end] = [from.latitude * degree, to.latitude * degree];
  const east = Math.sin(turn) * Math.cos(end);
  const north = Math.cos(start) * Math.sin(end) - Math.sin(start) * Math.cos(end) * Math.cos(turn);
  return (Math.atan2(east, north) / degree + 360) % 360;
}

/** Hours between sunrise and sunset on a day, from the sun's declination (Cooper's equation); 0 and 24 in polar night and day. */
export function hoursOfDaylight(latitude: number, date: Date): number {
  const dayOfYear = Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 0)) / 86_400_000);
  const declination = 23.45 * degree * Math.sin(((360 * (284 + dayOfYear)) / 365) * degree);
  const cosine = -Math.tan(latitude * degree) * Math.tan(declination);
  return (2 * Math.acos(Math.max(-1, Math.min(1, cosine)))) / degree / 15;
}
