/** An ordinary service: it would work without toolmark. The decorators are all it takes to make it tools. */
import { IsInt, Matches, Max, Min } from 'class-validator';
import { param, payload, tool, ToolError, toolset, type ToolContext } from 'toolmark';
import { bearing, hoursOfDaylight, kilometresBetween } from './geometry.js';
import type { City, PlaceIndex, Point } from './places.js';
import {
  type Country,
  type CountryFilter,
  type CountryProfile,
  Indicator,
  type Leg,
  Mode,
  type NearbyCity,
  type Place,
  type Stop,
  type Trip,
  type TripRequest,
} from './requests.js';

/** Kilometres an hour, door to door. */
const speeds: Record<Mode, number> = { [Mode.Train]: 110, [Mode.Car]: 80, [Mode.Plane]: 500 };

type CountryRecord = PlaceIndex['countries'][number];

@toolset({ annotations: { readOnlyHint: true, openWorldHint: false } })
export class AtlasService {
  constructor(private readonly places: PlaceIndex) {}

  /**
   * Cities around a point, nearest first.
   * @param latitude degrees north, WGS 84
   * @param longitude degrees east, WGS 84
   */
  @tool()
  nearby(
    @param(Min(-90), Max(90)) latitude: number,
    @param(Min(-180), Max(180)) longitude: number,
    @param('search radius in kilometres', Min(1), Max(500)) radius = 50,
    @param('how many cities to give', IsInt(), Min(1), Max(100)) limit = 10,
    context: ToolContext,
  ): NearbyCity[] {
    const centre = { latitude, longitude };
    const found: NearbyCity[] = [];
    for (const city of this.places.cities) {
      // A degree of latitude is 111 km: most cities are out at a glance.
      if (Math.abs(city.latitude - latitude) * 111 > radius) continue;
      const kilometres = kilometresBetween(centre, city);
      if (kilometres <= radius) found.push({ ...city, kilometres: round(kilometres) });
    }
    context.log('debug', `${found.length} cities within ${radius} km`);
    return found.sort((a, b) => a.kilometres - b.kilometres).slice(0, limit);
  }

  /** Countries that fit a filter, the largest first. */
  @tool({ title: 'Find countries' })
  findCountries(@payload() filter: CountryFilter): { total: number; countries: Country[] } {
    const found = this.places.countries.filter((country) => fits(country, filter)).sort((a, b) => b.area - a.area);
    return { total: found.length, countries: found.slice(0, filter.limit).map(toCountry) };
  }

  /**
   * What there is to know of one country.
   * @param code ISO 3166-1 alpha-2 code, for example PE
   */
  @tool()
  country(@param(Matches(/^[A-Z]{2}$/)) code: string): CountryProfile {
    const country = this.recordOf(code);
    const byAlpha3 = new Map(this.places.countries.map((other) => [other.cca3, other.name.common]));
    const cities = this.places.cities.filter((city) => city.country === code).sort((a, b) => b.population - a.population);
    return {
      ...toCountry(country),
      officialName: country.name.official,
      unMember: country.unMember,
      neighbours: country.borders.map((border) => byAlpha3.get(border) ?? border),
      largestCities: cities.slice(0, 5),
    };
  }

  /** Great-circle distance between two places, and the bearing to set out on. */
  @tool()
  distance(from: Place, to: Place): { kilometres: number; bearing: number } {
    const [start, end] = [this.locate(from), this.locate(to)];
    return { kilometres: round(kilometresBetween(start, end)), bearing: round(bearing(start, end)) };
  }

  /**
   * Plans a round trip through cities: always to the nearest city not yet seen.
   * @returns legs with their times; the days of rest are counted
   */
  @tool({ title: 'Plan a trip' })
  planTrip(@payload() trip: TripRequest): Trip {
    const legs: Leg[] = [];
    let [here, clock] = [this.stop(trip.start), trip.departure];
    const open = trip.stops.map((stop) => this.stop(stop));
    while (open.length > 0) {
      const next = open.reduce((best, stop) =>
        kilometresBetween(here.city, stop.city) < kilometresBetween(here.city, best.city) ? stop : best,
      );
      open.splice(open.indexOf(next), 1);
      const leg = travel(here.city, next.city, clock, trip);
      legs.push(leg);
      [here, clock] = [next, new Date(leg.arrives.getTime() + next.nights * 86_400_000)];
    }
    legs.push(travel(here.city, this.stop(trip.start).city, clock, trip));
    return { legs, kilometres: round(legs.reduce((sum, leg) => sum + leg.kilometres, 0)), returns: (legs.at(-1) as Leg).arrives };
  }

  /**
   * Ranks countries by an indicator, highest first.
   * @param codes ISO 3166-1 alpha-2 codes
   */
  @tool()
  compare(codes: Set<string>, by: Indicator = Indicator.Area): Map<string, number> {
    const values = [...codes].map((code): [string, number] => [code, indicators[by](this.recordOf(code))]);
    return new Map(values.sort((a, b) => b[1] - a[1]));
  }

  /**
   * Hours of daylight at a place on a day.
   * @param date the day, in UTC
   */
  @tool({ name: 'daylight' })
  hoursOfDaylight(place: Place, date: Date): number {
    return round(hoursOfDaylight(this.locate(place).latitude, date));
  }

  private locate(place: Place): Point {
    return place.kind === 'point' ? place : this.find(place.name, place.country);
  }

  private stop(stop: Stop): { city: City; nights: number } {
    return { city: this.find(stop.city, stop.country), nights: stop.nights };
  }

  private find(name: string, country?: string): City {
    const city = this.places.city(name, country);
    if (!city) throw new ToolError('EXECUTION_FAILED', `No city named '${name}'${country ? ` in ${country}` : ''}; try its local name.`);
    return city;
  }

  private recordOf(code: string): CountryRecord {
    const country = this.places.countries.find(({ cca2 }) => cca2 === code);
    if (!country)
      throw new ToolError('EXECUTION_FAILED', `No country has the code '${code}'; codes are ISO 3166-1 alpha-2, for example PE.`);
    return country;
  }
}

const indicators: Record<Indicator, (country: CountryRecord) => number> = {
  [Indicator.Area]: ({ area }) => area,
  [Indicator.Neighbours]: ({ borders }) => borders.length,
  [Indicator.Languages]: ({ languages }) => Object.keys(languages).length,
};

function fits(country: CountryRecord, filter: CountryFilter): boolean {
  const { name, region, language, currency, landlocked, area } = filter;
  const names = `${country.name.common}\n${country.name.official}`.toLowerCase();
  const tests: [wanted: unknown, fits: () => boolean][] = [
    [name, () => names.includes((name as string).toLowerCase())],
    [region, () => country.region === String(region)],
    [language, () => Object.values(country.languages).includes(language as string)],
    [currency, () => Object.hasOwn(country.currencies, currency as string)],
    [landlocked, () => country.landlocked === landlocked],
    [area, () => country.area >= (area?.from ?? 0) && country.area <= (area?.to ?? Infinity)],
  ];
  return tests.every(([wanted, test]) => wanted === undefined || test());
}

function toCountry(country: CountryRecord): Country {
  const { name, cca2, region, capital, area, languages, currencies, landlocked } = country;
  return {
    name: name.common,
    code: cca2,
    region,
    capital: capital[0] ?? null,
    area,
    languages: Object.values(languages),
    currencies: Object.keys(currencies),
    landlocked,
  };
}

function travel(from: City, to: City, leaves: Date, { mode, hoursPerDay = 24 }: TripRequest): Leg {
  const kilometres = round(kilometresBetween(from, to));
  const hours = round(kilometres / speeds[mode]);
  const nightsUnderway = Math.max(0, Math.ceil(hours / hoursPerDay) - 1);
  const arrives = new Date(leaves.getTime() + hours * 3_600_000 + nightsUnderway * (24 - hoursPerDay) * 3_600_000);
  return { from: from.name, to: to.name, kilometres, hours, leaves, arrives };
}

const round = (value: number): number => Math.round(value * 10) / 10;
